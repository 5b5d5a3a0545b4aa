import { enumerations } from '@plenum/protocol/field';
import type { AnyOverride, FaultName, SimulationStatus } from '@plenum/protocol/simulation';
import { roomNumbers } from '../house-schema/house.ts';
import type { HouseModel } from '../model/house-model.ts';
import type { State } from '../model/state.ts';
import { toBattery } from '../power/battery.ts';
import { toBatteryLevel } from '../zone/wireless.ts';
import { radioStrengths } from './levels.ts';
import { toWeatherStatus } from './weather.ts';

/** The status of a house that clients cannot read, without clock and quirks, which belong to the bridge. */
export type HouseStatus = Omit<SimulationStatus, 'clock' | 'quirks'>;

type Fault = Extract<AnyOverride, { name: FaultName }>;
type Faults = readonly Fault[];

const { battery, powerBattery, rfSignal } = enumerations;

const zoneFaults = ({ plant, datagrams }: State): Faults =>
  plant.zones.flatMap((zone, place): Faults => {
    const { Index: Zone } = datagrams.zone[place]!;
    const level = toBatteryLevel(zone.battery);
    // A radio that is weak without an override is not a fault, but the strength that an override sets is.
    const radio = Object.values(rfSignal.values).find(
      (each) => each !== rfSignal.values.full && radioStrengths[each] === zone.radio,
    );
    return [
      ...(zone.sensorFault ? [{ name: 'ZoneSensorFault', body: { Zone, On: 1 } } as const] : []),
      ...(level === battery.values.full
        ? []
        : [{ name: 'ZoneSensorBattery', body: { Zone, Level: level } } as const]),
      ...(radio === undefined ? [] : [{ name: 'ZoneSensorRadio', body: { Zone, Level: radio } } as const]),
      ...(zone.damperStuck ? [{ name: 'ZoneDamperStuck', body: { Zone, On: 1 } } as const] : []),
    ];
  });

const unitFaults = ({ plant: { unit } }: State): Faults =>
  unit === undefined || unit.fault === '' ? [] : [{ name: 'UnitFault', body: unit.fault }];

const splitFaults = ({ plant, datagrams }: State): Faults =>
  plant.splits.flatMap(({ silent }, place): Faults => {
    const { Index: Split } = datagrams.split[place]!;
    return silent ? [{ name: 'SplitFault', body: { Split, On: 1 } }] : [];
  });

const vrfFaults = ({ plant, datagrams }: State): Faults =>
  plant.vrfs.flatMap(({ fault: Code }, place): Faults => {
    const { X: Unit } = datagrams.vrf[place]!;
    return Code === '' ? [] : [{ name: 'VrfFault', body: { Unit, Code } }];
  });

const gardenFaults = ({ plant: { irrigation }, datagrams }: State): Faults => {
  if (irrigation === undefined) return [];
  const { faults, controllerFault } = irrigation;
  const wires = faults.flatMap((fault, place): Faults => {
    const { Index: Station } = datagrams.station[place]!;
    return fault === 0 ? [] : [{ name: 'StationFault', body: { Station, Error: fault } } as Fault];
  });
  return controllerFault === 0 ? wires : [...wires, { name: 'IrrigationFault', body: controllerFault }];
};

const powerFaults = ({ plant: { power } }: State): Faults =>
  (power?.devices ?? []).flatMap(({ charge, silent }, Device): Faults => {
    const Level = toBattery(charge);
    return [
      ...(silent ? [{ name: 'PowerDeviceSilent', body: { Device, On: 1 } } as const] : []),
      ...(Level === powerBattery.values.low || Level === powerBattery.values.critical
        ? [{ name: 'PowerDeviceBattery', body: { Device, Level } } as const]
        : []),
    ];
  });

/** Returns the weather outdoors in °C, %, %, m/s and mm/h, to a tenth, and the names of its overridden values. */
export function weatherStatus({ weatherAt }: HouseModel, { at, plant }: State): HouseStatus['weather'] {
  const { weather: held } = plant.knobs;
  return toWeatherStatus(weatherAt(at, held), held);
}

/** Returns the hot water tank of a house that has one, to a tenth of a degree and in whole watts. */
const hotWaterStatus = ({ plant: { power, loads } }: State): Pick<HouseStatus, 'hotWater'> =>
  power?.hotWater === undefined
    ? {}
    : {
        hotWater: {
          Temperature: Math.round(10 * power.hotWater.temperature) / 10,
          Power: Math.round(loads.hotWater),
        },
      };

/**
 * Returns weather, people, open windows, hot water and faults. Each fault is shown as the override that would cause it,
 * even if it has another cause (an old battery is also a fault).
 */
export function houseStatus(model: HouseModel, state: State): HouseStatus {
  const { house } = model;
  const roomOf = roomNumbers(house);
  const { people, openWindows } = state.plant.knobs;
  const zones = house.ducted?.zones ?? [];
  return {
    name: house.name,
    timeZone: house.place.timeZone,
    weather: weatherStatus(model, state),
    people,
    windows: zones.flatMap(({ room }, zone) => (openWindows.includes(roomOf.get(room)!) ? [zone] : [])),
    ...hotWaterStatus(state),
    faults: [zoneFaults, unitFaults, splitFaults, vrfFaults, gardenFaults, powerFaults].flatMap((find) =>
      find(state),
    ),
  };
}
