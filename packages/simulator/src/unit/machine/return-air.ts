import { returnThroughDuct } from '../../ducted/duct-air.ts';
import type { Ducts } from '../../ducted/ducts.ts';
import type { Draft } from '../../model/draft.ts';
import type { UnitPlant } from '../../model/state.ts';
import type { Step } from '../../model/step.ts';
import { type Air, blendAir, createUnitFlows } from '../../physics/index.ts';

/**
 * Largest amounts in K and kg/kg by which air that the unit had not yet drawn changes its return air, so that little air
 * after much cannot make it absurd. The rest waits.
 */
const MOST_WARMER = 2;
const MOST_WETTER = 0.0005;

/** Scratch of the current step: m³/s that the unit draws from the rooms, and their air at its beginning. */
const drawing = { flow: 0, freshAir: 0, temperature: 0, humidity: 0 };

/** The flows of a unit that moves nothing. */
const NOTHING = createUnitFlows();

const within = (most: number, value: number): number => Math.max(-most, Math.min(most, value));

/**
 * Writes the air that enters the unit to `into`: `airflow` m³/s, of which the share `freshAir` is outside air and the rest
 * comes from the rooms (`inside`) through the return duct.
 *
 * The rooms lose air of their mean during the step, which is not known before its end. What that differs from the air at
 * its beginning is drawn in the next step, so that no heat and no vapour is lost.
 */
export function drawReturn(
  plant: UnitPlant,
  { seconds, flows, model: { thermal } }: Step,
  {
    ducts,
    inside,
    roof,
    outside,
    airflow,
    freshAir,
  }: {
    readonly ducts: Ducts;
    readonly inside: Air;
    readonly roof: Air;
    readonly outside: Air;
    readonly airflow: number;
    readonly freshAir: number;
  },
  into: Air,
): void {
  const { volumeHeat, density } = thermal.air;
  if (flows !== undefined) Object.assign(flows.unit, NOTHING);
  const back = airflow * (1 - freshAir);
  drawing.flow = back * (1 - ducts.leakage);
  drawing.freshAir = freshAir;
  drawing.temperature = inside.temperature;
  drawing.humidity = inside.humidity;
  into.temperature = inside.temperature;
  into.humidity = inside.humidity;
  into.co2 = inside.co2;
  if (back > 0) {
    const heat = seconds * volumeHeat * drawing.flow;
    const mass = seconds * density * drawing.flow;
    const warmer = within(MOST_WARMER, plant.returnHeat / heat);
    const wetter = within(Math.min(MOST_WETTER, inside.humidity / 2), plant.returnVapour / mass);
    into.temperature += warmer;
    into.humidity += wetter;
    plant.returnHeat -= warmer * heat;
    plant.returnVapour -= wetter * mass;
    const leaving = into.temperature;
    const leavingHumidity = into.humidity;
    returnThroughDuct(ducts, { roof, stream: volumeHeat * back }, into);
    if (flows !== undefined) {
      const { unit } = flows;
      unit.roofSpace += seconds * volumeHeat * (back * into.temperature - drawing.flow * leaving);
      unit.roofSpaceVapour += seconds * density * (back * into.humidity - drawing.flow * leavingHumidity);
    }
  }
  blendAir(into, outside, freshAir, into);
  if (flows !== undefined && airflow > 0) {
    const { unit } = flows;
    const fresh = seconds * airflow * freshAir;
    unit.outside += fresh * volumeHeat * outside.temperature;
    unit.outsideVapour += fresh * density * outside.humidity;
  }
}

/** Keeps, after the air has moved, what left the rooms in the step and was not drawn; the rest goes outside. */
export function settleReturn(draft: Draft, { seconds, conditions, flows, model: { thermal } }: Step): void {
  const plant = draft.plant.unit;
  if (plant === undefined) return;
  const { supply } = conditions;
  const { volumeHeat, density } = thermal.air;
  let whole = 0;
  let heat = 0;
  let vapour = 0;
  for (let room = 0; room < thermal.size; room++) {
    const flow = supply.flow[room]!;
    if (flow === 0) continue;
    whole += flow;
    heat += flow * supply.left[room]!;
    vapour += flow * supply.leftHumidity[room]!;
  }
  if (whole === 0) return;
  plant.returnHeat += seconds * volumeHeat * drawing.flow * (heat / whole - drawing.temperature);
  plant.returnVapour += seconds * density * drawing.flow * (vapour / whole - drawing.humidity);
  if (flows === undefined) return;
  flows.unit.outside -= seconds * volumeHeat * drawing.freshAir * heat;
  flows.unit.outsideVapour -= seconds * density * drawing.freshAir * vapour;
}
