import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { type Draft, patch } from '../model/draft.ts';
import { smoothNoise } from '../physics/index.ts';

const { battery, rfSignal, sensorType } = enumerations;

/** Noise streams of a zone's battery and radio. Weather and people use lower numbers. */
export const BATTERIES = 201;
export const RADIOS = 202;
const FADING = 203;

const HOUR = 3_600_000;
/** A set of batteries lasts three years. */
const BATTERY_LIFE = 3 * 365.25 * 24 * HOUR;
/** Doors and people change the strength of a radio by up to this much within hours. */
const FADE = 0.12;

/** True if the sensor of a zone is wireless and has a battery. */
export const isRadio = ({ SensType }: Pick<DatagramOf<'zone'>, 'SensType'>): boolean =>
  SensType === sensorType.values.wireless || SensType === sensorType.values.iSense;

/** Converts a charge 0..1 to a BatteryLevel_e. */
export function toBatteryLevel(charge: number): number {
  if (charge > 0.4) return battery.values.full;
  return charge > 0.12 ? battery.values.half : battery.values.empty;
}

/** Converts a strength 0..1 to an RfSignalLevel_e. */
const toSignalLevel = (strength: number): number => {
  if (strength > 0.6) return rfSignal.values.full;
  if (strength > 0.35) return rfSignal.values.half;
  return strength > 0.1 ? rfSignal.values.quarter : rfSignal.values.none;
};

/** Drains the battery of a wireless sensor for a time in ms, and shows the levels of battery and radio. */
export function updateWireless(
  draft: Draft,
  place: number,
  { seed, at, span }: { seed: number; at: number; span: number },
): void {
  const zone = draft.datagrams.zone[place]!;
  if (!isRadio(zone)) return;
  const plant = draft.plant.zones[place]!;
  plant.battery = Math.max(0, plant.battery - span / BATTERY_LIFE);
  const fading = FADE * (smoothNoise(seed, FADING + place, at / (9 * HOUR)) - 0.5);
  const BattVolt = toBatteryLevel(plant.battery);
  const RfSignal = toSignalLevel(plant.radio === 0 ? 0 : plant.radio + fading);
  if (BattVolt !== zone.BattVolt || RfSignal !== zone.RfSignal)
    patch(draft, 'zone', place, { BattVolt, RfSignal });
}

/** True if a sensor cannot be received because its battery is empty or its radio is out of range. */
export const isOutOfReach = ({ BattVolt, RfSignal }: DatagramOf<'zone'>): boolean =>
  BattVolt === battery.values.empty || RfSignal === rfSignal.values.none;

/**
 * Pairs a wireless sensor with a zone. A sensor of another kind becomes wireless, with a fresh battery and in range.
 */
export function pairSensor(draft: Draft, index: number): void {
  const { wireless, iSense } = sensorType.values;
  const zone = draft.datagrams.zone[index]!;
  const SensType = zone.SensType === iSense ? iSense : wireless;
  const Temp = isSensed(zone) ? zone.Temp : draft.datagrams.unit[0]!.Temp;
  patch(draft, 'zone', index, { SensType, Temp, SensorFault: 0, BattVolt: 0, RfSignal: 0 });
  Object.assign(draft.plant.zones[index]!, { battery: 1, radio: 0.9, sensorFault: false });
}
