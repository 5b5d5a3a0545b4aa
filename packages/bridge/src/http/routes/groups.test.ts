import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type GroupsAnswer, groupLimits } from '@plenum/insight/group';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { Bridge } from '../../bridge.ts';
import { post, send } from '../../fixture/http.fixture.ts';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';

const zone = (index: number) => ({ kind: 'zone', index });
const split = { kind: 'split', index: 2 };
const vrf = { kind: 'vrf', index: 1 };

it('creates, renames, removes and stores groups of rooms', async () => {
  using folder = createDataFolder();
  const start = () => startSmallBridge({ dataDir: folder.path });
  const read = async ({ http }: Bridge) =>
    (JSON.parse((await send(http.port, '/groups')).text) as GroupsAnswer).groups;
  {
    await using bridge = await start();
    const save = async (group: unknown) => (await post(bridge.http.port, '/groups', group)).text;
    const remove = async (name: unknown) => (await post(bridge.http.port, '/groups/remove', { name })).text;
    assert.deepEqual(await read(bridge), []);
    assert.equal(await save({ name: ' Upstairs ', rooms: [zone(0), split, zone(0)] }), 'OK');
    assert.equal(await save({ name: 'Étage', rooms: [vrf] }), 'OK');
    assert.deepEqual(await read(bridge), [
      { name: 'Upstairs', rooms: [zone(0), split] },
      { name: 'Étage', rooms: [vrf] },
    ]);
    // The same name does not create a second group. Renaming needs the previous name, and the new one must be free.
    assert.equal(await save({ name: 'UPSTAIRS', rooms: [zone(1)] }), 'OK');
    assert.equal(await save({ name: 'Attic', formerly: 'upstairs', rooms: [zone(1)] }), 'OK');
    assert.equal(await save({ name: 'ATTIC', formerly: 'attic', rooms: [zone(2)] }), 'OK');
    const expected = [
      { name: 'ATTIC', rooms: [zone(2)] },
      { name: 'Étage', rooms: [vrf] },
    ];
    assert.deepEqual(await read(bridge), expected);
    for (const [group, sentence] of [
      [
        { name: 'A', formerly: 'Upstairs', rooms: [zone(0)] },
        'This group is not available: the group was renamed or removed.',
      ],
      [
        { name: 'étage', formerly: 'Attic', rooms: [zone(0)] },
        'cannot be the name of a group: another group already has that name.',
      ],
      [{ name: '  ', rooms: [zone(0)] }, 'cannot be the name of a group: it is empty.'],
      [
        { name: 'x'.repeat(groupLimits.nameBytes + 1), rooms: [zone(0)] },
        'The name is 41 bytes long; it may have at most 40.',
      ],
      [{ name: 'a\u0000b', rooms: [zone(0)] }, 'The name contains control characters'],
      [{ name: 'A', rooms: [] }, 'There are 0 entries. Send at least 1.'],
      [
        { name: 'A', rooms: Array(groupLimits.rooms + 1).fill(zone(0)) },
        'There are 65 entries. Send at most 64.',
      ],
      [
        { name: 'A', rooms: [zone(0), zone(7)] },
        'There is no zone 7 in this house; its zones are 0, 1 and 2.',
      ],
      [
        { name: 'A', rooms: [{ kind: 'vrf', index: 0 }] },
        'There is no vrf 0 in this house; its only vrf is 1.',
      ],
      [{ name: 'A', rooms: [{ kind: 'lamp', index: 0 }] }, 'not one of zone, split'],
      [{ name: 'A', rooms: [zone(32)] }, '32 is above the maximum of 31'],
      [{ name: 'A', rooms: [zone(0)], colour: 'red' }, 'colour'],
      [{ rooms: [zone(0)] }, 'The key name is missing.'],
      ['Upstairs', 'ERROR'],
    ] as const) {
      const answer = await save(group);
      assert.ok(answer.includes(sentence), `${JSON.stringify(group).slice(0, 80)}: ${answer}`);
    }
    assert.deepEqual(await read(bridge), expected);
    const others = Array.from({ length: groupLimits.groups - 2 }, (_, number) => `Group ${number}`);
    for (const name of others) assert.equal(await save({ name, rooms: [zone(0)] }), 'OK');
    assert.match(await save({ name: 'One more', rooms: [zone(0)] }), /There are 21 entries. Send at most 20/);
    for (const name of [...others, 'attic', 'nobody made this']) assert.equal(await remove(name), 'OK');
    assert.match(await remove(7), /ERROR/);
  }
  await using bridge = await start();
  assert.deepEqual(await read(bridge), [{ name: 'Étage', rooms: [vrf] }]);
});
