import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readBundle } from '@plenum/insight/diagnostics';
import { toReplayedHouse } from '../../diagnostics/replayed-house.ts';
import { post, send } from '../../fixture/http.fixture.ts';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';

describe('GET /diagnostics', () => {
  it('exports state, commands and log without the planted names, keys and addresses', async () => {
    const lines: string[] = [];
    const write = (_: object, sentence: string) => void lines.push(sentence);
    await using bridge = await startSmallBridge({
      accessKey: 'open-sesame',
      allowedHosts: ['grandmas-house.example'],
      log: { info: write, warn: write, error: write },
    });
    const key = { Authorization: 'Bearer open-sesame' };
    const rename = { ZoneName: { Index: 0, Name: 'Grandma' } };
    assert.equal((await post(bridge.http.port, '/HvacCommandV2', rename, key)).status, 200);
    assert.equal((await send(bridge.http.port, '/diagnostics')).status, 401);
    const { status, text, headers } = await send(bridge.http.port, '/diagnostics', { headers: key });
    assert.equal(status, 200);
    assert.match(String(headers['content-disposition']), /plenum-diagnostics\.json/);
    for (const secret of [/grandma/i, /sesame/, /example/, /127\.0\.0\.1/, new RegExp(bridge.identity.uid)])
      assert.doesNotMatch(text, secret);
    const bundle = readBundle(text);
    assert.ok(bundle.ok);
    assert.deepEqual(bundle.value, JSON.parse(text), 'reading the bundle restores all of it');
    assert.equal(bundle.value.datagrams.zone[0]!.Name, 'zone 0');
    assert.equal(bundle.value.datagrams.zone[0]!.Setpoint, bridge.device.datagrams().zone[0]!.Setpoint);
    const { command, over } = bundle.value.events.at(-1)!;
    assert.deepEqual([command, over], ['ZoneName', 'local']);
  });

  it('replays a diagnostics bundle on a bridge that refuses every change', async () => {
    await using bridge = await startSmallBridge();
    const { text } = await send(bridge.http.port, '/diagnostics');
    const bundle = readBundle(text);
    assert.ok(bundle.ok);
    await using replay = await startSmallBridge({ house: toReplayedHouse(bundle.value) });
    const shown = readBundle((await send(replay.http.port, '/diagnostics')).text);
    assert.ok(shown.ok);
    assert.deepEqual(shown.value.datagrams, bundle.value.datagrams);
    const { status, text: refused } = await post(replay.http.port, '/HvacCommandV2', { SysOn: 1 });
    assert.equal(status, 409);
    assert.match(refused, /replay of a diagnostics bundle/);
  });
});
