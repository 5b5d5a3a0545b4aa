import { isSensed } from '@plenum/protocol/zone';
import { type Ducts, ductsOf } from '../ducted/ducts.ts';
import { seedOf } from '../house-schema/house.ts';
import { type Draft, patch, showReading } from '../model/draft.ts';
import { isDue, TENTH, toReading } from '../model/reading.ts';
import type { Step } from '../model/step.ts';
import { toRelativeHumidity } from '../physics/index.ts';
import { isOutOfReach, updateWireless } from './wireless.ts';

/** Interval between readings of the room sensors, and of their humidity, in ms. */
const PERIOD = 60_000;
const HUMIDITY_PERIOD = 300_000;

/** Updates the readings of one sensor. A failed sensor keeps its last readings. */
const readSensor = (
  draft: Draft,
  place: number,
  { model, climate, from, at }: Step,
  { rooms }: Ducts,
): void => {
  const zone = draft.datagrams.zone[place]!;
  if (!isSensed(zone)) return;
  const plant = draft.plant.zones[place]!;
  if (plant.sensorFault || isOutOfReach(zone)) {
    if (zone.SensorFault === 0) patch(draft, 'zone', place, { SensorFault: 1 });
    return;
  }
  const room = rooms[place]!;
  const Temp = toReading(zone.Temp, climate.air[room]! * 100 + zone.Calibration * 10, TENTH);
  const Rh = isDue(HUMIDITY_PERIOD, from, at)
    ? toReading(
        zone.Rh,
        toRelativeHumidity(climate.air[room]!, climate.humidity[room]!, model.thermal.air.pressure),
        1,
      )
    : zone.Rh;
  if (Temp !== zone.Temp || Rh !== zone.Rh || zone.SensorFault === 1)
    showReading(draft, 'zone', place, { Temp, Rh, SensorFault: 0 });
};

/**
 * Reads the rooms once a minute, after the air has moved: temperature, humidity, battery and radio of every zone. A
 * sensor that sends less often keeps its reading until it next sends.
 */
export function readZoneSensors(draft: Draft, step: Step): void {
  const {
    model: { house },
    from,
    at,
  } = step;
  if (!isDue(PERIOD, from, at)) return;
  const ducts = ductsOf(house);
  const age = { seed: seedOf(house), at, span: PERIOD };
  for (let place = 0; place < draft.datagrams.zone.length; place++) {
    updateWireless(draft, place, age);
    const { interval } = draft.plant.zones[place]!;
    if (interval * 1000 <= PERIOD || isDue(interval * 1000, from - PERIOD, at))
      readSensor(draft, place, step, ducts);
  }
}
