import { enumerations } from '@plenum/protocol/field';

const { battery, powerBattery, rfSignal } = enumerations;

/** Charges 0..1 at which a zone sensor's battery shows each BatteryLevel_e. */
export const sensorCharges: Readonly<Record<number, number>> = {
  [battery.values.full]: 1,
  [battery.values.half]: 0.25,
  [battery.values.empty]: 0.05,
};

/** Strengths 0..1 at which a zone sensor's radio shows each RfSignalLevel_e. 0 is permanently out of range. */
export const radioStrengths: Readonly<Record<number, number>> = {
  [rfSignal.values.full]: 0.9,
  [rfSignal.values.half]: 0.48,
  [rfSignal.values.quarter]: 0.22,
  [rfSignal.values.none]: 0,
};

/** Charges 0..1 at which a power device's battery shows each CpmBatt_e. */
export const deviceCharges: Readonly<Record<number, number>> = {
  [powerBattery.values.critical]: 0.02,
  [powerBattery.values.low]: 0.15,
  [powerBattery.values.normal]: 0.5,
  [powerBattery.values.full]: 1,
};
