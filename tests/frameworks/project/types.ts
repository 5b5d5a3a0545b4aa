import { type Snapshot, startHouse, type TestHouse } from '@plenum/testing';

const house: TestHouse = await startHouse({ file: 'flat', bridge: { http: 0 } });
const snapshot: Snapshot = house.snapshot();
await house.client.command('ZoneSetpoint', { Index: 1, Setpoint: 2150 });
// @ts-expect-error: a setpoint is a number.
await house.client.command('ZoneSetpoint', { Index: 1, Setpoint: 'warm' });
await house.expectState('zone', 1, { Temp: (value) => value > 2000 }, { within: '1h' });
// @ts-expect-error: a zone has no such field.
await house.expectState('zone', 1, { Temperature: 2000 });
await house.expectEvent({ what: 'fault', kind: 'zone', index: 3 });
await house.restore(snapshot);
await house[Symbol.asyncDispose]();
