import assert from 'node:assert/strict';
import { type AutomaticSettings, type AutomationAnswer, defaultAutomatic } from '@plenum/insight/automation';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { HouseFile } from '@plenum/simulator';
import { onFreePorts } from '@plenum/testbed/free-port';
import { type Bridge, startBridge } from '../bridge.ts';
import { learningHouse } from '../comfort/learning-house.fixture.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';

export const minute = 60;
/** Midnight in Berlin; the favourite of the house runs from seven to nine. */
export const midnight = Date.parse('2026-01-12T00:00+01:00');

const channels = [
  { name: 'Whole house', measures: 'everything' },
  { name: 'Heat pump', measures: 'ducted unit' },
] as const;

/** A mild house whose Lounge is soon warm, while its Hall gets the surplus air. */
export const restingHouse: HouseFile = Object.assign({}, learningHouse, {
  climate: { mean: 27, seasonal: 8, daily: 3, fronts: 2 },
  power: { devices: [{ name: 'Meter', channels }] },
});

export const allOff: AutomaticSettings = Object.assign({}, defaultAutomatic, { leastRun: 5 });
export const restOn: AutomaticSettings = Object.assign({}, allOff, { rest: 'act' });

export const startHouse = (dataDir: string, house = restingHouse): Promise<Bridge> =>
  startBridge({
    house: toHouseToRun(house),
    dataDir,
    ...onFreePorts,
    clock: createFakeClock(midnight),
  });

export const readAutomation = async ({ http }: Bridge) =>
  JSON.parse((await send(http.port, '/automation')).text) as AutomationAnswer;

/** Posts to a path and returns the response. */
export const postTo = async ({ http }: Bridge, path: string, body: unknown): Promise<string> =>
  (await post(http.port, path, JSON.stringify(body))).text;

export async function step({ http }: Bridge, seconds: number): Promise<void> {
  assert.equal((await post(http.port, '/simulation/ClockStep', String(seconds))).text, 'OK');
}

export const isOn = ({ device }: Bridge): boolean => device.datagrams().unit[0]!.SysOn === 1;

/** Steps a minute at a time until something holds; returns the minutes, at most `most`. */
export async function stepUntil(
  bridge: Bridge,
  holds: () => boolean | Promise<boolean>,
  most = 110,
): Promise<number> {
  for (let minutes = 0; minutes < most; minutes++) {
    if (await holds()) return minutes;
    await step(bridge, minute);
  }
  throw new Error(`not within ${most} minutes`);
}

/** Lets the favourite run until the unit rests. */
export async function stepToRest(bridge: Bridge): Promise<void> {
  await step(bridge, 7 * 60 * minute + 5 * minute);
  assert.equal(await postTo(bridge, '/automation', restOn), 'OK');
  assert.equal(isOn(bridge), true);
  await stepUntil(bridge, async () => !isOn(bridge));
}
