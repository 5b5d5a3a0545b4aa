import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { membersOfBody } from '@plenum/protocol/definition';
import { type FaultName, overrides } from '@plenum/protocol/simulation';
import { composeBody } from '../body.ts';
import { clearingBody, describeFault, faultTargets } from './fault.ts';
import '../../text/english.fixture.ts';

const house = {
  ...nothingInstalled,
  zone: [{ Index: 0, Name: 'Study' }],
  vrf: [
    { X: 0, Name: 'Ducted' },
    { X: 3, Name: 'Store' },
  ],
  power: [
    {
      Devices: [
        { Enabled: 1, Name: 'Mains' },
        { Enabled: 0, Name: 'Spare' },
        { Enabled: 1, Name: '' },
      ],
    },
  ],
} as unknown as Datagrams;
const fault = (name: FaultName) => overrides.get(name)!;

test('lists every component that a fault can affect, with its name', () => {
  assert.deepEqual(faultTargets('ZoneDamperStuck', house), [{ value: 0, label: 'Study' }]);
});

test('does not list faults for the ducted unit of a VRF system, which reports its own fault', () => {
  assert.deepEqual(faultTargets('VrfFault', house), [{ value: 3, label: 'Store' }]);
  assert.equal(describeFault(fault('VrfFault'), { Unit: 0, Code: 'U4 ' }, house).where, 'Ducted');
});

test('does not list faults of a meter that is not in use, and numbers a meter without a name', () => {
  assert.deepEqual(faultTargets('PowerDeviceSilent', house), [
    { value: 0, label: 'Mains' },
    { value: 2, label: 'Meter 3' },
  ]);
});

test('lists no station faults in a house without irrigation', () => {
  assert.deepEqual(faultTargets('StationFault', house), []);
  assert.deepEqual(faultTargets('UnitFault', house), []);
});

test('reads a fault as a record of fields or as a single value', () => {
  assert.deepEqual(
    membersOfBody(fault('SplitFault').body).map(([key]) => key),
    ['Split', 'On'],
  );
  assert.deepEqual(composeBody(fault('SplitFault').body, { Split: 3, On: 1 }), { Split: 3, On: 1 });
  assert.equal(composeBody(fault('UnitFault').body, { '': 'E05' }), 'E05');
});

test('clears a fault by resetting all but its index: off, no code, no wire, full battery', () => {
  assert.deepEqual(clearingBody(fault('SplitFault'), { Split: 3, On: 1 }), { Split: 3, On: 0 });
  assert.deepEqual(clearingBody(fault('VrfFault'), { Unit: 3, Code: 'U4 ' }), { Unit: 3, Code: '' });
  assert.deepEqual(clearingBody(fault('StationFault'), { Station: 7, Error: 2 }), { Station: 7, Error: 0 });
  assert.deepEqual(clearingBody(fault('ZoneSensorBattery'), { Zone: 0, Level: 2 }), { Zone: 0, Level: 0 });
  assert.deepEqual(clearingBody(fault('PowerDeviceBattery'), { Device: 2, Level: 0 }), {
    Device: 2,
    Level: 3,
  });
  assert.equal(clearingBody(fault('UnitFault'), 'E05'), '');
});

test('describes an active fault by its component and its kind or degree', () => {
  assert.deepEqual(describeFault(fault('ZoneSensorBattery'), { Zone: 0, Level: 2 }, house), {
    where: 'Study',
    what: 'sensor battery empty',
  });
  assert.deepEqual(describeFault(fault('VrfFault'), { Unit: 3, Code: 'U4 ' }, house), {
    where: 'Store',
    what: 'stopped with the error U4',
  });
  assert.deepEqual(
    describeFault(fault('UnitFault'), 'E05', { ...house, unit: [{}] } as unknown as Datagrams),
    {
      where: 'Unit',
      what: 'stopped with the error E05',
    },
  );
  assert.deepEqual(describeFault(fault('ZoneDamperStuck'), { Zone: 0, On: 1 }, house), {
    where: 'Study',
    what: 'the damper is stuck',
  });
  const garden = { ...house, irrigation: [{}] } as unknown as Datagrams;
  assert.deepEqual(describeFault(fault('IrrigationFault'), 2, garden), {
    where: 'Irrigation',
    what: 'controller 2 reports an error',
  });
});
