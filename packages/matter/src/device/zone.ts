import { Thermostat } from '@matter/main/clusters/thermostat';
import { HumiditySensorDevice } from '@matter/main/devices/humidity-sensor';
import { OnOffPlugInUnitDevice } from '@matter/main/devices/on-off-plug-in-unit';
import { TemperatureSensorDevice } from '@matter/main/devices/temperature-sensor';
import { ThermostatDevice } from '@matter/main/devices/thermostat';
import { isClimate, zoneEntity } from '@plenum/entities';
import type { DatagramOf } from '@plenum/protocol/component';
import { Bridged } from '../behaviour/bridged.ts';
import { Switch } from '../behaviour/switches.ts';
import { ZoneThermostat } from '../behaviour/thermostat.ts';
import {
  directionOf,
  requestSetpoint,
  sequences,
  showAction,
  showHumidity,
  showSetpoint,
  showTemperature,
} from './climate.ts';
import { type DeviceKind, makes, type Of, scaled, type Wanted } from './device.ts';

type Zone = DatagramOf<'zone'>;
const { SystemMode } = Thermostat;

const makeOf = makes((sensors: 'temperature' | 'temperature and humidity') => ({
  type: ThermostatDevice.with(Bridged, ZoneThermostat),
  parts: {
    temperature: TemperatureSensorDevice,
    ...(sensors === 'temperature and humidity' && { humidity: HumiditySensorDevice }),
  },
}));

/**
 * Returns the mode of a zone. A zone that follows its setpoint has the mode of the unit; if the unit may both heat and
 * cool, it has the current activity of the unit, or else the direction that the zone needs.
 */
const systemMode = (of: Of<Zone>): Thermostat.SystemMode => {
  const mode = of.text('climate_mode');
  if (mode === 'off') return SystemMode.Off;
  const direction = directionOf(of);
  if (mode === 'fan_only' || direction === 'air') return SystemMode.FanOnly;
  if (direction !== 'both') return direction === 'cool' ? SystemMode.Cool : SystemMode.Heat;
  const action = of.text('action');
  if (action === 'heating' || action === 'cooling')
    return action === 'heating' ? SystemMode.Heat : SystemMode.Cool;
  const isCold = (of.number('temperature') ?? 0) < (of.number('setpoint') ?? 0);
  return isCold ? SystemMode.Heat : SystemMode.Cool;
};

const requestMode = (mode: Thermostat.SystemMode): Wanted => {
  if (mode === SystemMode.Off) return { climate_mode: 'off' };
  if (mode === SystemMode.FanOnly) return { climate_mode: 'fan_only' };
  if (mode === SystemMode.Heat || mode === SystemMode.Cool) return { climate_mode: 'heat_cool' };
  return { refused: 'A zone can only be off, follow its setpoint, or be open.' };
};

/** A zone that follows its temperature, as a thermostat with its sensors (decisions/031). */
export const zoneDevice: DeviceKind<Zone> = {
  kind: zoneEntity,
  isOffered: ({ source }) => isClimate(source),
  make: ({ number }) => makeOf(number('humidity') === undefined ? 'temperature' : 'temperature and humidity'),
  show: (of) => ({
    thermostat: {
      localTemperature: scaled(of.number('temperature'), 100),
      controlSequenceOfOperation: sequences[directionOf(of)],
      systemMode: systemMode(of),
      thermostatRunningState: showAction(of),
      ...showSetpoint(of, { heating: true, cooling: true }),
    },
  }),
  showPart: (part, of) => (part === 'humidity' ? showHumidity(of) : showTemperature(of)),
  requests: {
    'thermostat.systemMode': requestMode,
    'thermostat.occupiedHeatingSetpoint': requestSetpoint,
    'thermostat.occupiedCoolingSetpoint': requestSetpoint,
  },
};

const switchOf = makes(() => ({ type: OnOffPlugInUnitDevice.with(Bridged, Switch), parts: {} }));

/** A zone that only opens and closes, shown as a switch because Matter has no damper. */
export const openCloseZoneDevice: DeviceKind<Zone> = {
  kind: zoneEntity,
  word: 'open',
  isOffered: ({ source }) => !isClimate(source),
  make: () => switchOf('open'),
  show: ({ text }) => ({ onOff: { onOff: text('mode') !== 'close' } }),
  requests: { 'onOff.onOff': (isOn: boolean) => ({ mode: isOn ? 'open' : 'close' }) },
};
