import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { createIrrigation } from './irrigation/create.ts';
import { toLightingClock } from './lighting/clock.ts';
import { createLighting } from './lighting/create.ts';
import { withSettings } from './model/apply-settings.ts';
import type { HouseModel } from './model/house-model.ts';
import { createSimulationControls, type State } from './model/state.ts';
import { createPower } from './power/create.ts';
import { createSchedules } from './schedule/create.ts';
import { createSplits } from './split/create.ts';
import { createBrandStatus } from './unit/brand-status.ts';
import { createUnit } from './unit/create.ts';
import { createVrf } from './vrf/create.ts';
import { createZones } from './zone/create.ts';

/** Creates the initial state of a house, at the last whole step at or before `at` (ms UTC). */
export function createState({ house, thermal, calendar, stepMs }: HouseModel, at: number): State {
  const begins = Math.floor(at / stepMs) * stepMs;
  const climate = thermal.createState({}, (begins / 1000) % thermal.interval);
  const withOwn = <Made extends { readonly datagrams: Partial<Datagrams> }>(made: Made): Made => ({
    ...made,
    datagrams: withSettings(house, made.datagrams),
  });
  const unit = withOwn(createUnit(house, climate));
  const zones = createZones(house, climate);
  const splits = withOwn(createSplits(house));
  const vrf = withOwn(createVrf(house, climate, unit.datagrams.unit[0]));
  const irrigation = withOwn(createIrrigation(house.irrigation));
  const power = withOwn(createPower(house));
  const lighting = withOwn(createLighting(house.lighting, toLightingClock(calendar.civil(at), at)));
  const datagrams: Datagrams = {
    ...nothingInstalled,
    ...unit.datagrams,
    brandStatus: unit.datagrams.unit.flatMap((each) => createBrandStatus(each, unit.plant.unit!, at)),
    ...withSettings(house, zones.datagrams),
    ...withSettings(house, createSchedules(house, zones.datagrams.zone)),
    ...splits.datagrams,
    ...vrf.datagrams,
    ...irrigation.datagrams,
    ...power.datagrams,
    ...lighting.datagrams,
  };
  return {
    at: begins,
    datagrams,
    plant: {
      climate,
      ...unit.plant,
      ...zones.plant,
      exceptions: [],
      ...splits.plant,
      ...vrf.plant,
      ...irrigation.plant,
      ...power.plant,
      ...lighting.plant,
      loads: { unit: 0, fan: 0, splits: 0, vrf: 0, pump: 0, appliances: 0, lights: 0, hotWater: 0 },
      knobs: createSimulationControls(),
    },
  };
}
