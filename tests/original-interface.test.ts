import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Bridge } from '@plenum/bridge';
import { v1Commands } from '@plenum/protocol/v1';
import { runBridge } from '@plenum/testbed/house';

let bridge: Bridge;

const send = async (path: string, body?: unknown): Promise<string> => {
  const url = `http://127.0.0.1:${bridge.http.port}${path}`;
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
  assert.equal(answer.status, 200);
  return answer.text();
};

/** The envelope key of AC Types 1, 2 and 3 (wire facts 2). */
const keys = ['', 'SystemV2', 'ZonesV2', 'SchedulesV2'] as const;

/** A member in responses of the original interface, and the corresponding field of the current interface. */
interface Place {
  readonly path: string;
  readonly entry?: number;
  readonly member: string;
  readonly type: 1 | 2 | 3;
  readonly no?: number;
  readonly field: string;
}

const look = async ({ path, entry, member, type, no = 0, field }: Place) => {
  const original = JSON.parse(await send(path));
  const current = JSON.parse(await send('/HvacRequestV2', { HvacV2Request: { Type: type, No: no, No1: 0 } }));
  return [(entry === undefined ? original : original[entry])[member], current[keys[type]][field]];
};

const unit = (member: string, field = member): Place => ({ path: '/SystemSettings', member, type: 1, field });
const zone = (member: string, field = member): Place => ({
  path: '/Zones5_8',
  entry: 1,
  member,
  type: 2,
  no: 5,
  field,
});
const kitchen = (member: string, field = member): Place => ({
  ...zone(member, field),
  path: '/Zones1_4',
  no: 1,
});

/**
 * Commands, each with the field it changes and the resulting value in both interfaces. Consecutive values differ.
 */
const cases: readonly (readonly [
  command: string,
  value: unknown,
  place: Place,
  shows: readonly unknown[],
])[] = [
  ['SystemON', 'off', unit('SysOn'), ['off', 0]],
  ['SystemON', 'on', unit('SysOn'), ['on', 1]],
  ['SystemMODE', 'cool', unit('SysMode'), ['cool', 1]],
  ['SystemMODE', 'heat', unit('SysMode'), ['heat', 2]],
  ['SystemMODE', 'vent', unit('SysMode'), ['vent', 3]],
  ['SystemMODE', 'dry', unit('SysMode'), ['dry', 4]],
  ['SystemMODE', 'auto', unit('SysMode'), ['auto', 5]],
  ['SystemFAN', 'low', unit('SysFan'), ['low', 1]],
  ['SystemFAN', 'medium', unit('SysFan'), ['med', 2]],
  ['SystemFAN', 'high', unit('SysFan'), ['high', 3]],
  ['SystemFAN', 'med', unit('SysFan'), ['med', 2]],
  ['SystemFAN', 'auto', unit('SysFan'), ['auto', 4]],
  ['UnitSetpoint', '19.5', unit('Setpoint'), ['19.5', 1950]],
  ['UnitSetpoint', '23', unit('Setpoint'), ['23.0', 2300]],
  ['SleepTimer', 90, unit('SleepTimer'), [90, 90]],
  ['SleepTimer', 0, unit('SleepTimer'), [0, 0]],
  ['FreeAir', 'on', unit('FreeAir', 'iSaveOn'), ['on', 1]],
  ['FreeAir', 'off', unit('FreeAir', 'iSaveOn'), ['off', 0]],
  ['ZoneCommand', { ZoneNo: '2', Command: 'open' }, kitchen('Mode'), ['open', 1]],
  ['ZoneCommand', { ZoneNo: '2', Command: 'close' }, kitchen('Mode'), ['close', 2]],
  ['ZoneCommand', { ZoneNo: '2', Command: 'auto' }, kitchen('Mode'), ['auto', 3]],
  ['ZoneCommand', { ZoneNo: '2', Command: 'close' }, kitchen('Mode'), ['close', 2]],
  ['ZoneCommand', { ZoneNo: '2', Command: '18.5' }, kitchen('SetPoint', 'Setpoint'), [18.5, 1850]],
  ['ZoneCommand', { ZoneNo: '6', Command: 'close' }, zone('Mode'), ['close', 2]],
  ['ZoneCommand', { ZoneNo: '6', Command: 'open' }, zone('Mode'), ['open', 1]],
  ['AirMinCommand', { ZoneNo: '2', Command: '35' }, kitchen('MinAir'), [35, 35]],
  ['AirMaxCommand', { ZoneNo: '2', Command: '40' }, kitchen('MaxAir'), [40, 40]],
];

/** Sets the state that the first cases change, because it would otherwise depend on the time of day. */
const atFirst = [
  ['SystemON', 'on'],
  ['SystemMODE', 'auto'],
  ['SystemFAN', 'auto'],
] as const;

describe('the original interface of the demo house, over a socket', () => {
  before(async () => {
    bridge = await runBridge();
    for (const [command, value] of atFirst) await send(`/${command}`, { [command]: value });
  });
  after(() => bridge[Symbol.asyncDispose]());

  for (const [command, value, place, shows] of cases)
    it(`the original interface executes ${command} ${JSON.stringify(value)}, and both interfaces show it`, async () => {
      assert.notDeepEqual(await look(place), shows, 'the value is set already');
      assert.equal(await send(`/${command}`, { [command]: value }), '{OK}');
      assert.deepEqual(await look(place), shows);
    });

  it("in the original interface, setting a zone's setpoint switches the zone to auto", async () => {
    await send('/ZoneCommand', { ZoneCommand: { ZoneNo: '1', Command: 'close' } });
    assert.equal(await send('/ZoneCommand', { ZoneCommand: { ZoneNo: '1', Command: '20.5' } }), '{OK}');
    const [first] = JSON.parse(await send('/Zones1_4'));
    assert.deepEqual([first.Mode, first.SetPoint], ['auto', 20.5]);
  });

  it('the original interface enables and disables favourites, and starts one by its number', async () => {
    for (const [word, active] of [
      ['off', 'false'],
      ['on', 'true'],
    ]) {
      const body = { ScheduleCommand: { SchedNo: '9', Command: word } };
      assert.equal(await send('/ScheduleCommand', body), '{OK}');
      assert.equal(JSON.parse(await send('/Schedules6_9'))[3].Active, active);
    }
    await send('/SystemON', { SystemON: 'off' });
    assert.equal(await send('/FavouriteSet', { FavouriteSet: '1' }), '{OK}');
    const { Mode, Fan } = bridge.device.datagrams().schedule[0]!;
    const { SysOn, SysMode, SysFan } = bridge.device.datagrams().unit[0]!;
    assert.deepEqual([SysOn, SysMode, SysFan], [1, Mode, Fan]);
  });

  it('this file tests every command of the original interface', () => {
    const tried = new Set([...cases.map(([command]) => command), 'ScheduleCommand', 'FavouriteSet']);
    assert.deepEqual([...tried].sort(), [...v1Commands.keys()].sort());
  });
});
