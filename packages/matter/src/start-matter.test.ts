import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { it } from 'node:test';
import type { House } from '@plenum/client/house';
import { componentKinds, type Datagrams, initialDatagram } from '@plenum/protocol/component';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { startMatter } from './index.ts';

it('one thing that Matter cannot show leaves the bridge and the other things as they are', async () => {
  const nothing = Object.fromEntries(componentKinds.map((each) => [each, []])) as unknown as Datagrams;
  const lamp = { ...initialDatagram('lamp'), Att: 1, Type: 'CL5' as const, On: 1 };
  const datagrams: Datagrams = {
    ...nothing,
    unit: [initialDatagram('unit')],
    // No attribute of Matter takes the brightness of the second: a level has 8 bits.
    lamp: [100, 9_999, 50].map((Brig, Index) => ({ ...lamp, Index, Brig })),
  };
  const house = {
    uid: '000000001',
    datagrams: () => datagrams,
    isReachable: () => true,
    subscribe: () => () => {},
    readEnergy: async () => undefined,
  } as unknown as House;
  const lines: string[] = [];
  const note = (_: unknown, line: string) => void lines.push(line);
  using folder = createDataFolder();
  const loopback = Object.entries(networkInterfaces()).find(([, all]) => all?.[0]?.internal)![0];
  await using matter = await startMatter({
    ...{ house, name: 'House', data: folder.path, port: await freePort(), networkInterface: loopback },
    log: { info: note, warn: note, error: note } as never,
  });
  const { started, failed } = matter.count();
  assert.equal(failed, 1);
  assert.ok(started >= 2, `${started}`);
  assert.match(matter.codes.manual, /^\d{11}$/);
  assert.ok(lines.includes('lamp/1 cannot be shown over Matter; the rest is'), lines.join('\n'));
});
