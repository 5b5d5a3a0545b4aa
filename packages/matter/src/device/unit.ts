import { FanControl } from '@matter/main/clusters/fan-control';
import { Thermostat } from '@matter/main/clusters/thermostat';
import { HumiditySensorDevice } from '@matter/main/devices/humidity-sensor';
import { RoomAirConditionerDevice } from '@matter/main/devices/room-air-conditioner';
import { unitClimateModes, unitEntity, unitFans } from '@plenum/entities';
import type { DatagramOf } from '@plenum/protocol/component';
import { Bridged } from '../behaviour/bridged.ts';
import { AutoFan, Fan, UnitSwitch } from '../behaviour/switches.ts';
import {
  CoolerThermostat,
  PresetCoolerThermostat,
  PresetUnitThermostat,
  UnitThermostat,
} from '../behaviour/thermostat.ts';
import { modeOf, requestSetpoint, showAction, showHumidity, showSetpoint, systemModes } from './climate.ts';
import { type DeviceKind, makes, type Of, scaled, type Wanted } from './device.ts';
import { hasFavourites, requestPreset, showPresets } from './presets.ts';

type Unit = DatagramOf<'unit'>;
const { FanMode, FanModeSequence } = FanControl;

const heats = ({ source }: Of<Unit>) => unitClimateModes(source).includes('heat');
const hasAutoFan = ({ source }: Of<Unit>) => unitFans(source).includes('auto');

const thermostatOf = (isHeating: boolean, hasPresets: boolean) => {
  if (hasPresets) return isHeating ? PresetUnitThermostat : PresetCoolerThermostat;
  return isHeating ? UnitThermostat : CoolerThermostat;
};

const makeOf = makes((key: string) => ({
  type: RoomAirConditionerDevice.with(
    Bridged,
    UnitSwitch,
    thermostatOf(key.includes('heat'), key.includes('presets')),
    key.includes('auto') ? AutoFan : Fan,
  ),
  parts: key.includes('humidity') ? { humidity: HumiditySensorDevice } : {},
}));

/** The fan speeds of the unit, and the corresponding speeds of Matter, which has only three. */
const fanModes: Readonly<Record<string, FanControl.FanMode>> = {
  low: FanMode.Low,
  medium: FanMode.Medium,
  high: FanMode.High,
  top: FanMode.High,
  auto: FanMode.Auto,
};

const speedsOf = ({ source }: Of<Unit>) =>
  unitFans(source).filter((speed) => speed !== 'auto' && fanModes[speed]);

const showFan = (of: Of<Unit>) => {
  const speeds = speedsOf(of);
  const isOn = of.text('on') === 'on';
  const speed = of.text('fan') ?? '';
  const percent = Math.round(((speeds.indexOf(speed) + 1) / speeds.length) * 100);
  const [withMedium, without] = hasAutoFan(of)
    ? [FanModeSequence.OffLowMedHighAuto, FanModeSequence.OffLowHighAuto]
    : [FanModeSequence.OffLowMedHigh, FanModeSequence.OffLowHigh];
  const fanMode = isOn ? (fanModes[speed] ?? (hasAutoFan(of) ? FanMode.Auto : FanMode.Low)) : FanMode.Off;
  return {
    fanModeSequence: speeds.includes('medium') ? withMedium : without,
    fanMode,
    percentSetting: fanMode === FanMode.Auto ? null : isOn ? percent : 0,
    // A fan in automatic mode does not report its speed, so 50 % is shown while it runs.
    percentCurrent: !isOn ? 0 : fanMode !== FanMode.Auto ? percent : showAction(of).fan ? 50 : 0,
  };
};

/**
 * Returns the request for a fan speed. The request also switches the unit on, as the wall controller of the unit does.
 */
const requestSpeed = (speed: string | undefined): Wanted =>
  speed === undefined ? { refused: 'This fan does not have that speed.' } : { fan: speed, on: 'on' };

const requestFanMode = (mode: FanControl.FanMode, of: Of<Unit>): Wanted => {
  if (mode === FanMode.Off) return { on: 'off' };
  const speeds = unitFans(of.source);
  return requestSpeed(speeds.find((speed) => fanModes[speed] === mode));
};

const requestPercent = (percent: number | null, of: Of<Unit>): Wanted => {
  if (percent === null) return undefined;
  if (percent === 0) return { on: 'off' };
  const speeds = speedsOf(of);
  return requestSpeed(speeds[Math.ceil((percent / 100) * speeds.length) - 1]);
};

const requestUnitSetpoint = (value: number, of: Of<Unit>): Wanted => {
  const leader = of.text('target_set_by');
  return leader === 'Unit'
    ? requestSetpoint(value, of)
    : { refused: `${leader} sets the target temperature of the unit.` };
};

/** Returns the Matter mode for a unit or a room unit. */
export const showMode = <S>({ text }: Of<S>): Thermostat.SystemMode =>
  systemModes[text('climate_mode') ?? 'off'] ?? Thermostat.SystemMode.Off;

/** Returns the request for a mode of a unit or a room unit. */
export function requestUnitMode(mode: Thermostat.SystemMode): Wanted {
  const word = modeOf(mode);
  return word === undefined ? { refused: 'The unit does not have that mode.' } : { climate_mode: word };
}

/**
 * The ducted unit as a room air conditioner: its mode, its fan, and its setpoint if the unit follows its own setpoint.
 */
export const unitDevice: DeviceKind<Unit> = {
  kind: unitEntity,
  name: () => 'Air conditioner',
  make: (of) =>
    makeOf(
      [
        heats(of) && 'heat',
        hasAutoFan(of) && 'auto',
        of.number('humidity') !== undefined && 'humidity',
        hasFavourites(of) && 'presets',
      ].join(),
    ),
  show: (of) => {
    const mode = showMode(of);
    const isAuto = mode === Thermostat.SystemMode.Auto;
    const setpoint = showSetpoint(of, { heating: heats(of), cooling: true }, 'target');
    const { minCoolSetpointLimit: min = 0, maxCoolSetpointLimit: max = 0 } = setpoint;
    return {
      onOff: { onOff: of.text('on') === 'on' },
      fanControl: showFan(of),
      thermostat: {
        localTemperature: scaled(of.number('temperature'), 100),
        controlSequenceOfOperation: heats(of)
          ? Thermostat.ControlSequenceOfOperation.CoolingAndHeating
          : Thermostat.ControlSequenceOfOperation.CoolingOnly,
        systemMode: isAuto && !heats(of) ? Thermostat.SystemMode.Cool : mode,
        thermostatRunningState: showAction(of),
        ...(heats(of) && { minSetpointDeadBand: 0 }),
        ...setpoint,
        ...showPresets(of, { heating: heats(of), min, max }),
      },
    };
  },
  showPart: (_, of) => showHumidity(of),
  requests: {
    'onOff.onOff': (isOn: boolean) => ({ on: isOn ? 'on' : 'off' }),
    'fanControl.fanMode': requestFanMode,
    'fanControl.percentSetting': requestPercent,
    'thermostat.systemMode': requestUnitMode,
    'thermostat.activePresetHandle': requestPreset,
    'thermostat.occupiedHeatingSetpoint': requestUnitSetpoint,
    'thermostat.occupiedCoolingSetpoint': requestUnitSetpoint,
  },
};
