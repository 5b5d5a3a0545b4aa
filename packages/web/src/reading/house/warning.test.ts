import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import '../../text/english.fixture.ts';
import { type ComponentKind, type DatagramOf, kinds } from '@plenum/protocol/component';
import { toExample } from '@plenum/protocol/derive';
import { warningsOf } from './warning.ts';
import '../../text/english.fixture.ts';

/** Returns the example of a component from its definition, with some fields changed. */
const one = <K extends ComponentKind>(kind: K, more: object = {}) =>
  ({ ...(toExample(kinds[kind].fields) as object), ...more }) as DatagramOf<K>;
const says = <K extends ComponentKind>(kind: K, more: object = {}) =>
  warningsOf(kind, one(kind, more), 'C').map((warning) => warning.title);

const wellUnit = { ACError: ' OK', Warnings: 'none', LockStatus: 0, EcoLock: 0 };
const wellZone = { SensType: 3, SensorFault: 0, DmpFlt: 0, BattVolt: 0, RfSignal: 0 };
const wellVrf = { Er: ' OK', C325: 1, Ac: 1, Cvrf: 1 };

describe('a healthy component has no warnings', () => {
  for (const [kind, well] of [
    ['unit', wellUnit],
    ['zone', wellZone],
    ['split', { Att: 1, Act: 1 }],
    ['vrf', wellVrf],
    ['station', { Error: 0 }],
    ['irrigation', { CtrlErr: 0 }],
    ['schedule', {}],
  ] as const)
    it(kind, () => assert.deepEqual(says(kind, well), []));
});

describe('a fault code', () => {
  const [warning] = warningsOf('unit', one('unit', { ...wellUnit, ACError: 'E05' }), 'C');

  it('shows a fault code with a note on where it is explained', () => {
    assert.equal(warning?.title, 'Fault E05: the unit has stopped');
    assert.match(
      warning?.help ?? '',
      /^E05 is a manufacturer code of the unit; its service manual explains it\./,
    );
  });

  it('shows the possible actions of an owner for a fault code', () => {
    assert.match(warning?.help ?? '', /Switch the unit off at its isolator .* tell your installer/);
  });

  it('shows the fault code of a fan-coil too', () => {
    assert.deepEqual(says('vrf', { ...wellVrf, Er: 'U4 ' }), ['Fault U4: the unit has stopped']);
    assert.deepEqual(says('vrf', { ...wellVrf, Ac: 0 }), ['Not connected']);
  });
});

describe('the warnings of the unit', () => {
  it("warns of the unit's filter, locked controller and limits, in the scale of the reader", () => {
    const unit = one('unit', {
      ...wellUnit,
      Warnings: 'filter',
      LockStatus: 1,
      EcoLock: 1,
      EcoMin: 2000,
      EcoMax: 2600,
    });
    const inScale = (scale: 'C' | 'F') => warningsOf('unit', unit, scale).map((warning) => warning.title);
    assert.deepEqual(inScale('C'), [
      'The air filter is due for cleaning',
      'The wall controller is locked',
      'Economy lock: setpoints stay within 20° to 26°',
    ]);
    assert.equal(inScale('F')[2], 'Economy lock: setpoints stay within 68° to 79°');
    assert.ok(warningsOf('unit', unit, 'C').every(({ about }) => about === 'note'));
  });
});

describe('the warnings of a zone', () => {
  it("warns of a zone's sensor and damper", () => {
    assert.deepEqual(says('zone', { ...wellZone, SensorFault: 1, DmpFlt: 1 }), [
      'Sensor fault: the temperature is not reliable',
      'Damper fault: it does not move',
    ]);
  });

  it("warns of a zone's low battery and weak signal", () => {
    assert.deepEqual(says('zone', { ...wellZone, BattVolt: 1, RfSignal: 2 }), [
      'Sensor battery half empty',
      'Weak radio signal',
    ]);
    assert.deepEqual(says('zone', { ...wellZone, BattVolt: 2, RfSignal: 3 }), [
      'Sensor battery empty',
      'No radio signal from the sensor',
    ]);
    assert.deepEqual(says('zone', { ...wellZone, RfSignal: 1 }), []);
  });

  it('does not warn of the battery of a zone whose sensor is wired or missing', () => {
    for (const SensType of [4, 255])
      assert.deepEqual(says('zone', { ...wellZone, SensType, BattVolt: 2, RfSignal: 3 }), []);
  });
});

describe('the warnings of other components', () => {
  it('warns that a paired split that is not active does not respond', () => {
    assert.deepEqual(says('split', { Att: 1, Act: 0 }), ['Does not answer']);
    assert.deepEqual(says('split', { Att: 0, Act: 0 }), []);
  });

  it('warns of an open or short station wire, or of an unknown wire fault', () => {
    assert.match(says('station', { Error: 1 })[0]!, /^Wire open/);
    assert.match(says('station', { Error: 2 })[0]!, /^Wire short/);
    assert.deepEqual(says('station', { Error: 3 }), ['Wire fault 3']);
  });

  it('includes the number of an irrigation controller in its warning', () => {
    assert.deepEqual(says('irrigation', { CtrlErr: 2 }), ['Controller 2 reports an error']);
  });

  it('warns by name of a meter that is silent or low on battery, unless it is unused', () => {
    const device = (Enabled: number, Name: string) => ({ Enabled, Name, Channels: [] });
    const power = one('power', { Devices: [device(1, 'Mains'), device(1, ''), device(0, 'Spare')] });
    const status = {
      Dev: [
        { Ok: 1, Batt: 1, Ch: [] },
        { Ok: 0, Batt: 3, Ch: [] },
        { Ok: 0, Batt: 0, Ch: [] },
      ],
    };
    assert.deepEqual(
      warningsOf('power', power, 'C', status as never).map((warning) => warning.title),
      ['Mains: battery low', 'Meter 2 does not answer'],
    );
  });
});
