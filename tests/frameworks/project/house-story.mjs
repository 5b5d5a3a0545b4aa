import { startHouse } from '@plenum/testing';

/**
 * Two hours of a house with a stuck damper, as a test of an integrator has them. `pass` moves the fake timers of the
 * test framework; `equal` is its assertion.
 */
export const runStory = async ({ pass, equal }) => {
  await using house = await startHouse({ at: '2026-01-15T15:00' });
  await house.client.command('SysMode', 1);
  await house.client.command('SysOn', 1);
  await house.client.simulation.applyOverride('ZoneDamperStuck', { Zone: 1, On: 1 });
  await house.client.simulation.applyOverride('ZoneSensorFault', { Zone: 3, On: 1 });
  const start = house.at();
  pass(3_600_000);
  equal(house.at(), start);

  await using repaired = await house.fork();
  await repaired.client.simulation.applyOverride('ZoneDamperStuck', { Zone: 1, On: 0 });
  await Promise.all([house.advance('2h'), repaired.advance('2h')]);
  equal(house.at() - start, 7_200_000);
  const [stuck, moving] = [await house.client.zone(1), await repaired.client.zone(1)];
  equal(stuck.DmpPos === moving.DmpPos, false);

  await house.client.simulation.applyOverride('ZoneSensorFault', { Zone: 3, On: 0 });
  const { isOver } = await house.expectEvent({ what: 'fault', kind: 'zone', index: 3 }, { within: '5m' });
  equal(isOver, true);
};
