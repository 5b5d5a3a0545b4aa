import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../command/catalogue.ts';
import { type RefusalFacts, refuse } from '../refusal/refusal.ts';
import type { RefusalCode } from '../refusal/table.ts';
import { toErrorText } from './answer.ts';
import { v1Commands } from './commands.ts';
import { toV1Refusal } from './to-v1-refusal.ts';

const answer = (
  name: string,
  code: RefusalCode,
  about: { path?: string[]; input?: unknown; facts?: RefusalFacts } = {},
): string => toErrorText(toV1Refusal(v1Commands.get(name)!, { code, path: [], facts: {}, ...about }));

test('a refusal uses the name and the keys of the received original command', () => {
  assert.equal(
    answer('SystemMODE', 'not-available', {
      path: ['SysMode'],
      input: 4,
      facts: { what: 'unit-mode', unitMode: 'dry', reason: 'unit-has-modes', unitModes: ['cool', 'heat'] },
    }),
    '{ERROR: SystemMODE: Mode dry is not available: this unit has cool, heat.}',
  );
  assert.equal(
    answer('SystemON', 'not-available', {
      path: ['SysOn'],
      facts: { what: 'named', name: 'SysOn', reason: 'unit-keeps-control', flag: 'HvacOnOff' },
    }),
    "{ERROR: SystemON: SystemON is not available: only the unit's own controls can change it (HvacOnOff is 0).}",
  );
  assert.equal(
    answer('UnitSetpoint', 'eco-lock', {
      path: ['SysSetpoint'],
      input: 2900,
      facts: { min: 1800, max: 2700, unit: '°C', scale: 100 },
    }),
    '{ERROR: UnitSetpoint: 29.00 °C is outside the economy limits 18.00 to 27.00 °C.}',
  );
});

test('a refusal counts zones and favourites from 1, like the original command', () => {
  assert.equal(
    answer('ZoneCommand', 'not-installed', {
      path: ['ZoneMode', 'Index'],
      input: 13,
      facts: { noun: 'zone', index: 13, count: 3, installed: '0, 1, 2' },
    }),
    '{ERROR: ZoneCommand.ZoneNo: There is no zone 14 in this house; its zones are 1, 2 and 3.}',
  );
  assert.equal(
    answer('ZoneCommand', 'not-available', {
      path: ['ZoneSetpoint', 'Setpoint'],
      facts: { what: 'setpoint', reason: 'no-sensor-type', zone: 9, type: 255 },
    }),
    '{ERROR: ZoneCommand.Command: Changing the setpoint is not available: zone 10 has no temperature sensor (SensType 255).}',
  );
  assert.equal(
    answer('ScheduleCommand', 'unused-favourite', {
      path: ['SchedEnable', 'Index'],
      input: 4,
      facts: { index: 4 },
    }),
    '{ERROR: ScheduleCommand.SchedNo: Favourite 5 is unused. Give it a name first.}',
  );
  assert.equal(
    answer('FavouriteSet', 'unused-favourite', { path: ['FavouriteSet'], input: 9, facts: { index: 8 } }),
    '{ERROR: FavouriteSet: Favourite 9 is unused. Give it a name first.}',
  );
});

test('no refusal of an original command contains the name of a current one', () => {
  for (const { name, becomes } of v1Commands.values()) {
    for (const current of becomes) {
      const text = answer(name, 'not-available', {
        path: [current, 'Index'],
        facts: { what: 'named', name: current, reason: 'told', told: 'it is broken' },
      });
      // Matches whole words, because `Time` is a command but also part of many words.
      const others = [...catalogue.keys()].filter(
        (each) => each !== name && new RegExp(`\\b${each}\\b`).test(text),
      );
      assert.deepEqual(others, [], text);
    }
  }
});

test('a refusal that does not concern a member of the command is passed on unchanged', () => {
  const { refusal } = refuse('read-only');
  assert.equal(toV1Refusal(v1Commands.get('SystemON')!, refusal), refusal);
});
