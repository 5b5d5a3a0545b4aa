import type { HouseFile } from '../house-schema/house.ts';
import { oncePerHouse, roomNumbers } from '../house-schema/house.ts';
import type { Draft } from '../model/draft.ts';
import type { HotWaterPlant } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import { advanceTank, heatTo, type Tank, tankLoss } from '../physics/index.ts';
import { solarDraw, wholeDraw } from './draws.ts';

/** Litres of warm water that a person uses in a day, and the temperature of this water at the tap in °C. */
const perPerson = 45;
const tap = 40;
/** Share of a day's water for each hour: showers in the morning, dishes and baths in the evening. */
const hours = [
  0.005, 0.005, 0.005, 0.005, 0.01, 0.04, 0.11, 0.14, 0.09, 0.05, 0.04, 0.035, 0.04, 0.035, 0.03, 0.03, 0.035,
  0.05, 0.075, 0.07, 0.045, 0.03, 0.015, 0.01,
] as const;
/** Kelvin by which the water cools before the diverter heats it again. */
const hysteresis = 3;
/** Temperature in °C of the ground, and so of the mains water, for locations that omit it. */
const defaultGround = 17;

interface HotWater {
  readonly tank: Tank;
  /** Power of the heating element in W. */
  readonly element: number;
  readonly setpoint: number;
  readonly room: number;
  readonly people: number;
  readonly inlet: number;
}

const hotWaterOf = oncePerHouse((house: HouseFile): { readonly own: HotWater | undefined } => {
  const file = house.power?.hotWater;
  if (file === undefined) return { own: undefined };
  const { volume, power, setpoint = 65, people = 3, room } = file;
  return {
    own: {
      tank: { volume, loss: tankLoss(volume) },
      element: 1000 * power,
      setpoint,
      room: roomNumbers(house).get(room) ?? 0,
      people,
      inlet: house.place.ground ?? defaultGround,
    },
  };
});

/** Creates the initial hot water tank of a house: warm, and ready to take surplus. */
export const createHotWater = (house: HouseFile): HotWaterPlant | undefined =>
  house.power?.hotWater === undefined ? undefined : { temperature: 50, isHot: false };

/**
 * Returns the litres per second that people draw from the tank. They mix in cold water if the tank is hotter than the
 * tap.
 */
const drawnFrom = ({ people, inlet }: HotWater, temperature: number, draft: Draft, step: Step): number => {
  if (draft.plant.knobs.people === 'away') return 0;
  const warm = (people * perPerson * hours[Math.floor(step.civil.minute / 60)]!) / 3600;
  return temperature <= tap ? warm : (warm * (tap - inlet)) / (temperature - inlet);
};

/** Returns the solar power in W that exceeds the other consumption of the house. */
const surplusOf = (draft: Draft, step: Step): number => {
  const solar = solarDraw(step);
  if (solar === 0) return 0;
  const { equipment } = step.conditions.activity;
  let appliances = 0;
  for (let room = 0; room < equipment.length; room++) appliances += equipment[room]!;
  const { loads } = draft.plant;
  const whole = wholeDraw(loads, step.model.house, step.at);
  return Math.max(0, solar - (whole - loads.appliances - loads.hotWater + appliances));
};

/**
 * Advances the hot water tank by a step, after all other machines: the diverter uses the surplus that would go to the
 * grid until the tank reaches its setpoint; people draw from the tank; its losses warm its room. `loads.hotWater` is
 * its power in W.
 */
export function advanceHotWater(draft: Draft, step: Step): void {
  const plant = draft.plant.power?.hotWater;
  const { own } = hotWaterOf(step.model.house);
  if (plant === undefined || own === undefined) return;
  const { tank, element, setpoint, room, inlet } = own;
  const { seconds } = step;
  const around = step.climate.air[room]!;
  const flow = { drawn: drawnFrom(own, plant.temperature, draft, step), inlet, around, seconds };
  if (plant.isHot && plant.temperature < setpoint - hysteresis) plant.isHot = false;
  const wanted = plant.isHot ? 0 : heatTo(tank, plant.temperature, setpoint, flow);
  const heat = Math.min(wanted, element, wanted === 0 ? 0 : surplusOf(draft, step));
  if (heat > 0 && heat === wanted) plant.isHot = true;
  const after = advanceTank(tank, plant.temperature, { ...flow, heat });
  plant.temperature = after.temperature;
  draft.plant.loads.hotWater = heat;
  step.conditions.supply.sensible[room]! += after.lost;
}
