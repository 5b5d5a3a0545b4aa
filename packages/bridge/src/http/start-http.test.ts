import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { monday } from '@plenum/platform/fake-clock';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { joinEvents } from '../fixture/events.fixture.ts';
import { send } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { openTcp } from '../fixture/tcp.fixture.ts';

// Only the test advances the clock, so no timer expires on its own.
describe('a bridge that stops', () => {
  it('ends live streams immediately when the bridge stops', async () => {
    const bridge = await startSmallBridge({ clock: createSteppedClock(monday), timeScale: 0 });
    const stream = await joinEvents(bridge.http.port);
    assert.equal((await stream.next()).event, 'snapshot');
    await bridge[Symbol.asyncDispose]();
    await assert.rejects(stream.next(), /ended/);
  });

  it('gives requests in progress two seconds to finish when the bridge stops', async () => {
    const clock = createSteppedClock(monday);
    const bridge = await startSmallBridge({ clock, timeScale: 0 });
    const socket = await openTcp(bridge.http.port);
    socket.on('error', () => {});
    // Half of the body is sent. Once another request of this process has its response, that half has surely arrived.
    socket.write('POST /HvacCommandV2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"Sys');
    await send(bridge.http.port, '/healthz');
    const closed = new Promise((resolve) => void socket.resume().once('close', resolve));
    const stopped = bridge[Symbol.asyncDispose]();
    await clock.reached(2_000);
    clock.advance(1_999);
    for (let count = 0; count < 20; count++) await turn();
    assert.equal(socket.destroyed, false);
    clock.advance(1);
    await Promise.all([closed, stopped]);
  });
});
