import { Thermostat } from '@matter/main/clusters/thermostat';
import { limitsOf } from '@plenum/entities';
import { enumerations } from '@plenum/protocol/field';
import { type Of, type Shown, scaled, unitOf, type Wanted } from './device.ts';

const { SystemMode, ControlSequenceOfOperation } = Thermostat;
const { sysMode } = enumerations;

/** The modes of a climate device in entities, and the corresponding Matter modes. */
export const systemModes: Readonly<Record<string, Thermostat.SystemMode>> = {
  off: SystemMode.Off,
  heat_cool: SystemMode.Auto,
  cool: SystemMode.Cool,
  heat: SystemMode.Heat,
  fan_only: SystemMode.FanOnly,
  dry: SystemMode.Dry,
};

/** Converts a Matter mode to the mode of an entity. */
export const modeOf = (mode: Thermostat.SystemMode): string | undefined =>
  Object.keys(systemModes).find((word) => systemModes[word] === mode);

/**
 * Returns the limits of a setpoint in hundredths of a degree; `min` and `max` are within the economy limits while these
 * are locked.
 */
const limitsOfSetpoint = <S>({ kind, house, number }: Of<S>) => {
  const { min: low = 15, max: high = 30 } = limitsOf(kind.members.setpoint!.field!);
  const unit = unitOf(house.datagrams);
  const isLocked = unit?.EcoLock === 1 && (kind.word === 'unit' || kind.word === 'zone');
  const absolute = { min: low * 100, max: high * 100 };
  const present = scaled(number('setpoint'), 100) ?? absolute.min;
  // A setpoint that was set before the lock remains within the limits.
  const eco = {
    min: isLocked ? Math.max(absolute.min, Math.min(unit.EcoMin ?? 0, present)) : absolute.min,
    max: isLocked ? Math.min(absolute.max, Math.max(unit.EcoMax ?? absolute.max, present)) : absolute.max,
  };
  return { absolute, ...(eco.min <= eco.max ? eco : absolute) };
};

/**
 * Returns the attributes for the single setpoint of a device: the heating and the cooling setpoint, and their limits.
 */
export function showSetpoint<S>(of: Of<S>, has: { heating: boolean; cooling: boolean }, member = 'setpoint') {
  const { absolute, min, max } = limitsOfSetpoint(of);
  const within = Math.min(absolute.max, Math.max(absolute.min, scaled(of.number(member), 100) ?? min));
  const limits = { min: Math.min(min, within), max: Math.max(max, within) };
  return {
    ...(has.heating && {
      absMinHeatSetpointLimit: absolute.min,
      absMaxHeatSetpointLimit: absolute.max,
      minHeatSetpointLimit: limits.min,
      maxHeatSetpointLimit: limits.max,
      occupiedHeatingSetpoint: within,
    }),
    ...(has.cooling && {
      absMinCoolSetpointLimit: absolute.min,
      absMaxCoolSetpointLimit: absolute.max,
      minCoolSetpointLimit: limits.min,
      maxCoolSetpointLimit: limits.max,
      occupiedCoolingSetpoint: within,
    }),
  };
}

/** Returns the attributes for the current activity of a device. */
export function showAction<S>({ text }: Of<S>) {
  const action = text('action');
  return {
    heat: action === 'heating',
    cool: action === 'cooling' || action === 'drying',
    fan: action !== undefined && action !== 'idle' && action !== 'off',
  };
}

/** Returns the step of setpoints in hundredths of a degree: the step in the definition, or half a degree. */
export const stepOf = <S>({ kind }: Of<S>): number =>
  (limitsOf(kind.members.setpoint!.field!).step ?? 0.5) * 100;

/** Returns the request for a setpoint, rounded to the step of the device. */
export function requestSetpoint<S>(value: number, of: Of<S>): Wanted {
  const step = stepOf(of);
  return { setpoint: String((Math.round(value / step) * step) / 100) };
}

/** The modes that the unit allows in its rooms. */
export type Direction = 'cool' | 'heat' | 'both' | 'air';

const directions: Readonly<Record<number, Direction>> = {
  [sysMode.values.cool]: 'cool',
  [sysMode.values.dry]: 'cool',
  [sysMode.values['pump only']]: 'cool',
  [sysMode.values.heat]: 'heat',
  [sysMode.values.vent]: 'air',
  [sysMode.values.exhaust]: 'air',
};

/** Returns the direction that the unit of a house is set to: cool, heat, both, or only air. */
export const directionOf = <S>({ house }: Of<S>): Direction =>
  directions[unitOf(house.datagrams)?.SysMode ?? 0] ?? 'both';

export const sequences: Readonly<Record<Direction, Thermostat.ControlSequenceOfOperation>> = {
  cool: ControlSequenceOfOperation.CoolingOnly,
  heat: ControlSequenceOfOperation.HeatingOnly,
  both: ControlSequenceOfOperation.CoolingAndHeating,
  air: ControlSequenceOfOperation.CoolingAndHeating,
};

/** Returns the attributes for the temperature sensor of a device. */
export const showTemperature = <S>({ number }: Of<S>): Shown => ({
  temperatureMeasurement: { measuredValue: scaled(number('temperature'), 100) },
});

/** Returns the attributes for the humidity sensor of a device. */
export const showHumidity = <S>({ number }: Of<S>): Shown => ({
  relativeHumidityMeasurement: { measuredValue: scaled(number('humidity'), 100) },
});
