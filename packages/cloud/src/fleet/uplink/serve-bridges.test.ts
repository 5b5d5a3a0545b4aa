import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { WebSocket } from 'ws';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import { openStore } from '../../kernel/database/store.ts';
import { silent } from '../../kernel/log/log.ts';
import { none } from '../component/bridge.fixture.ts';
import { createServing } from './serve-bridges.ts';

/** A socket with so many bytes that its peer has not read, and what is done with it. */
const createSocket = (bufferedAmount: number) => {
  const acts: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    ...{ OPEN: 1, readyState: 1, isPaused: false, bufferedAmount },
    send: (text: string) => void acts.push(`sent ${JSON.parse(text).reason}`),
    terminate: () => void acts.push('terminated'),
    close: () => void socket.emit('close'),
    pause: () => {},
    resume: () => {},
  });
  return { socket: socket as unknown as WebSocket, acts };
};

test('a bridge may leave 524,288 bytes unread, and is cut off when it leaves more', async () => {
  using folder = createDataFolder();
  await using store = await openStore({ dataDir: folder.path });
  const clock = createFakeClock();
  await using bus = createMemoryBus({ clock, log: silent });
  const registry = { add: () => {}, announce: async () => {}, remove: () => {} };
  const shares = { spend: () => 0, events: { wait: () => 0, spend: () => {} } as never };
  const about = { store, bus, listeners: none, registry, shares, clock, log: silent };
  const serving = createServing({ ...about, elapsed: clock.now });
  for (const [unread, act] of [
    [524_288, 'sent malformed'],
    [524_289, 'terminated'],
  ] as const) {
    const { socket, acts } = createSocket(unread);
    const bridge = { systemId: '000000001', accountId: 'ann', epoch: 1 };
    serving.serve(socket, bridge, { end: () => {}, received: () => {} });
    socket.emit('message', Buffer.from([1]), true);
    assert.equal(acts[0], act);
  }
  await serving.allEnded();
});
