import type { HouseFile } from '../house-schema/house.ts';
import type { Load } from '../house-schema/power.ts';
import { cannotBe, noSuchRoom, type Problems } from './problem.ts';

/** Yields the problems of the irrigation of a house. */
export function* findIrrigationProblems({ irrigation }: HouseFile): Problems {
  if (irrigation === undefined) return;
  const { stations, programs = [] } = irrigation;
  for (const [place, { runTimes = [] }] of programs.entries()) {
    if (runTimes.length <= stations.length) continue;
    const path = ['irrigation', 'programs', place, 'runTimes'];
    yield* cannotBe(
      path,
      runTimes.length,
      'the number of run times',
      `there are ${stations.length} stations`,
    );
  }
}

/** Equipment that the house must have for a channel to measure it. */
const needs: Partial<Record<Load, { has: (house: HouseFile) => boolean; noun: string }>> = {
  'ducted unit': { has: ({ ducted }) => ducted !== undefined, noun: 'ducted air conditioner' },
  'ducted fan': { has: ({ ducted }) => ducted !== undefined, noun: 'ducted air conditioner' },
  splits: { has: ({ splits }) => splits !== undefined, noun: 'splits' },
  'VRF units': { has: ({ vrf }) => vrf !== undefined, noun: 'VRF system' },
  'irrigation pump': { has: ({ irrigation }) => irrigation?.pump !== undefined, noun: 'irrigation pump' },
  lights: { has: ({ lighting }) => lighting !== undefined, noun: 'lighting' },
  'hot water': { has: ({ power }) => power?.hotWater !== undefined, noun: 'hot water tank' },
  solar: { has: ({ power }) => power?.solar !== undefined, noun: 'solar panels' },
};

/** Yields the problems of the power monitor of a house. */
export function* findPowerProblems(house: HouseFile): Problems {
  const { hotWater, solar } = house.power ?? {};
  if (hotWater !== undefined) {
    yield* noSuchRoom(house, ['power', 'hotWater', 'room'], hotWater.room);
    if (solar === undefined)
      yield* cannotBe(
        ['power', 'hotWater'],
        hotWater.volume,
        'a tank that surplus power heats',
        'this house has no solar panels',
      );
  }
  for (const [device, { channels }] of (house.power?.devices ?? []).entries()) {
    for (const [channel, { measures }] of channels.entries()) {
      const need = needs[measures];
      if (need === undefined || need.has(house)) continue;
      const path = ['power', 'devices', device, 'channels', channel, 'measures'];
      yield* cannotBe(path, measures, 'what a channel measures', `this house has no ${need.noun}`);
    }
  }
}

/** Yields the problems of the limits in the test case of a house, by which controllers are scored. */
export function* findTestCaseProblems({ testCase = {} }: HouseFile): Problems {
  for (const [low, high] of [
    ['lower', 'upper'],
    ['lowerEmpty', 'upperEmpty'],
  ] as const) {
    const [from = -Infinity, to = Infinity] = [testCase[low], testCase[high]];
    if (from > to) yield* cannotBe(['testCase', low], from, `above ${high}`, `${high} is ${to} °C`);
  }
}
