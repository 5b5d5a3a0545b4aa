import type { BridgeProcess } from '@plenum/testbed/bridge';

/** Prepares a house with data for every page: a history, a hot afternoon, water on the lawn, and faults. */
export async function prepare(bridge: BridgeProcess, days: number): Promise<void> {
  const { url, post } = bridge;
  const instant = async () => (await (await fetch(`${url}/simulation`)).json()).clock.at as number;
  await post('/simulation/ClockStep', days * 86_400);
  // Runs until the next 05:00 UTC, which is in the afternoon at the house.
  const afternoon = 5 * 3_600_000;
  const since = ((await instant()) + 86_400_000 - afternoon) % 86_400_000;
  await post('/simulation/ClockStep', Math.max(1, Math.round((86_400_000 - since) / 1_000) - 5_400));
  await post('/simulation/Weather', { Temperature: 36, Cloud: 10, Humidity: 30 });
  await post('/HvacCommandV2', { SysOn: 1 });
  await post('/HvacCommandV2', { SysMode: 1 });
  for (const Index of [0, 1, 2, 4]) await post('/HvacCommandV2', { ZoneMode: { Index, Mode: 3 } });
  await post('/HvacCommandV2', { SysSleepTimer: 120 });
  await post('/simulation/ClockStep', 5_100);
  await post('/simulation/ZoneSensorBattery', { Zone: 2, Level: 2 });
  await post('/simulation/SplitFault', { Split: 3, On: 1 });
  await post('/iLightCommand', { RetRunProgram: { No: 0, Run: 1 } });
  await post('/simulation/ClockStep', 240);
}
