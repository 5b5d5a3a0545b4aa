import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startHouse } from './start-house.ts';

describe('an expectation about the state of a house', () => {
  it('is met as soon as the state is as expected, and lets no more time pass', async () => {
    await using house = await startHouse();
    await house.client.command('SysMode', 2);
    await house.client.command('SysOn', 1);
    const start = house.at();
    await house.expectState('unit', 0, { SysOn: 1, SysMode: (mode) => mode === 2 });
    assert.equal(house.at(), start);
    const { Temp = 0 } = await house.client.zone(1);
    await house.expectState('zone', 1, { Temp: (now) => now > Temp }, { within: '4h' });
    const passed = house.at() - start;
    assert.ok(passed > 0 && passed < 4 * 3_600_000, `${passed} ms`);
  });

  it('fails at its deadline with the actual values', async () => {
    await using house = await startHouse();
    const start = house.at();
    await assert.rejects(
      house.expectState('zone', 1, { Setpoint: 3000, Name: 'Kitchen' }, { within: '25s' }),
      {
        name: 'AssertionError',
        message:
          'zone 1 is not as expected within 25s (2026-01-15 09:00:00 to 2026-01-15 09:00:25 in Australia/Sydney): Setpoint is 2250, expected 3000.',
      },
    );
    assert.equal(house.at() - start, 25_000);
  });

  it('fails without a deadline immediately, and says that a component is missing', async () => {
    await using house = await startHouse({ file: 'flat', at: '2026-07-01T06:30' });
    await assert.rejects(house.expectState('zone', 1, { Temp: (now) => now > 0 }), {
      message: 'zone 1 is not as expected at 2026-07-01 06:30:00: there is none.',
    });
  });
});

describe('an expectation about the events of a house', () => {
  it('is met by a fault that appears later, and by a command of the same instant', async () => {
    await using house = await startHouse();
    await house.client.command('SysOn', 1);
    const command = await house.expectEvent({ what: 'command', command: 'SysOn' });
    assert.equal(command.at, house.at());
    await house.client.simulation.applyOverride('ZoneSensorFault', { Zone: 3, On: 1 });
    const fault = await house.expectEvent({ what: 'fault', kind: 'zone', index: 3 }, { within: '5m' });
    assert.equal(fault.what === 'fault' && fault.isOver, false);
  });

  it('fails at its deadline with the events that there were instead', async () => {
    await using house = await startHouse();
    await house.client.command('SysOn', 1);
    await assert.rejects(
      house.expectEvent({ what: 'fault', kind: 'zone' }, { within: '5m' }),
      ({ message }: Error) => {
        assert.match(
          message,
          /^No event { what: "fault", kind: "zone" } within 5m \(2026-01-15 09:00:00 to 2026-01-15 09:05:00 in Australia\/Sydney\)\. There were 1 others:\n {2}2026-01-15 09:00:00 {"what":"command",.*"command":"SysOn"/,
        );
        return true;
      },
    );
    await house.advance('1s');
    await assert.rejects(house.expectEvent({ what: 'unconfirmed' }), /There were no events\.$/);
  });
});
