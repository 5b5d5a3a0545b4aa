import type { DatagramOf } from '@plenum/protocol/component';
import { type PowerFile, seedOf } from '../house-schema/house.ts';
import type { Draft } from '../model/draft.ts';
import { isDue } from '../model/reading.ts';
import type { Step } from '../model/step.ts';
import { noise } from '../physics/index.ts';
import { drain, toBattery } from './battery.ts';
import { mainsOf } from './create.ts';
import { powerDraws } from './draws.ts';

/** Simulated time between two readings, in ms. */
const READING_PERIOD = 60_000;
/** Noise streams of the meters' errors, one per channel, and the largest error as a share of a reading. */
const METER_STREAM = 720;
const METER_ERROR = 0.01;

const toReading = (watts: number, seed: number, channel: number, reading: number): number =>
  Math.round(watts * (1 + METER_ERROR * (2 * noise(seed, METER_STREAM + channel, reading) - 1)));

/**
 * Returns the number of W that the monitor reads for each actual W. The devices measure current, and the monitor
 * multiplies it by a fixed voltage and power factor instead of those of the house.
 */
const scaleOf = ({ Voltage, PF }: DatagramOf<'power'>, file: PowerFile): number => {
  const mains = mainsOf(file);
  return (Voltage * PF) / (mains.Voltage * mains.PF);
};

const read = (draft: Draft, step: Step, file: PowerFile): void => {
  const before = draft.datagrams.powerStatus[0]!;
  const config = draft.datagrams.power[0]!;
  const scale = scaleOf(config, file);
  const devices = draft.plant.power!.devices;
  const draws = powerDraws(draft.plant.loads, step);
  const seed = seedOf(step.model.house);
  const reading = before.lastReadingNo + 1;
  const Dev = before.Dev.slice();
  for (let place = 0; place < Dev.length; place++) {
    const device = file.devices[place];
    const own = devices[place];
    const { Enabled, Channels } = config.Devices[place]!;
    if (device === undefined || own === undefined || Enabled === 0) continue;
    own.charge = drain(own.charge, READING_PERIOD / 1000);
    const shown = Dev[place]!;
    if (own.silent || own.charge === 0) {
      if (shown.Ok !== 0) Dev[place] = { ...shown, Ok: 0 };
      continue;
    }
    const Ch = shown.Ch.slice();
    for (let channel = 0; channel < Ch.length; channel++) {
      const measures = device.channels[channel]?.measures;
      if (measures === undefined || Channels[channel]!.Enabled === 0) continue;
      Ch[channel] = { Pwr: toReading(draws[measures] * scale, seed, 3 * place + channel, reading) };
    }
    Dev[place] = { Ok: 1, Batt: toBattery(own.charge), Ch };
  }
  draft.datagrams.powerStatus[0] = { ...before, lastReadingNo: reading, LastReadingNo: reading, Dev };
};

const sum = (values: Float64Array): number => {
  let total = 0;
  for (let place = 0; place < values.length; place++) total += values[place]!;
  return total;
};

/**
 * Advances the power monitor at the end of a step: once a minute it takes a numbered reading of the power of each
 * channel's load, with an error of up to 1 %. `loads.appliances` is the consumption of people in their rooms. A device
 * that is silent or has an empty battery keeps its last reading with `Ok` 0.
 */
export function advancePower(draft: Draft, step: Step): void {
  if (!isDue(READING_PERIOD, step.from, step.at)) return;
  draft.plant.loads.appliances = sum(step.conditions.activity.equipment);
  const file = step.model.house.power;
  if (file !== undefined) read(draft, step, file);
}
