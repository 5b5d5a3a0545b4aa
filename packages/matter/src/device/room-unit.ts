import { Thermostat } from '@matter/main/clusters/thermostat';
import { ThermostatDevice } from '@matter/main/devices/thermostat';
import { type EntityKind, splitEntity, vrfEntity } from '@plenum/entities';
import type { DatagramOf } from '@plenum/protocol/component';
import { Bridged } from '../behaviour/bridged.ts';
import { UnitThermostat } from '../behaviour/thermostat.ts';
import { requestSetpoint, showAction, showSetpoint } from './climate.ts';
import { type DeviceKind, makes, scaled } from './device.ts';
import { requestUnitMode, showMode } from './unit.ts';

const makeOf = makes(() => ({ type: ThermostatDevice.with(Bridged, UnitThermostat), parts: {} }));

/** A unit that serves one room, as a thermostat with a choice between heating and cooling. */
const roomUnit = <S>(kind: EntityKind<S>): DeviceKind<S> => ({
  kind,
  make: () => makeOf('room unit'),
  isReachable: ({ text }) => text('answers') !== 'off',
  show: (of) => ({
    thermostat: {
      localTemperature: scaled(of.number('temperature'), 100),
      controlSequenceOfOperation: Thermostat.ControlSequenceOfOperation.CoolingAndHeating,
      systemMode: showMode(of),
      thermostatRunningState: showAction(of),
      minSetpointDeadBand: 0,
      ...showSetpoint(of, { heating: true, cooling: true }),
    },
  }),
  requests: {
    'thermostat.systemMode': requestUnitMode,
    'thermostat.occupiedHeatingSetpoint': requestSetpoint,
    'thermostat.occupiedCoolingSetpoint': requestSetpoint,
  },
});

/** A wall split, which reports no temperature. */
export const splitDevice: DeviceKind<DatagramOf<'split'>> = roomUnit(splitEntity);

export const vrfDevice: DeviceKind<DatagramOf<'vrf'>> = roomUnit(vrfEntity);
