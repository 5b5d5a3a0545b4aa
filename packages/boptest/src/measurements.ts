import { isSensed } from '@plenum/protocol/zone';
import type { Emulated, Emulator } from '@plenum/simulator';
import { type Measurement, type Reading, toKelvin } from './point.ts';
import { weatherMeasurements } from './weather-points.ts';

const measured = (
  name: string,
  { unit, description }: { readonly unit: string; readonly description: string },
  read: (reading: Reading) => number,
): Measurement => ({ name, unit, description, minimum: null, maximum: null, read });

/** Returns the electric power in W of all machines that heat, cool or move air. */
export const climatePower = ({ state: { plant } }: Emulated): number =>
  plant.loads.unit + plant.loads.fan + plant.loads.splits + plant.loads.vrf;

/** Returns the name of a room's points in front of their quantity. */
export const roomId = (room: number): string => `roo${room}`;

const ofRoom = (name: string, room: number): readonly Measurement[] => {
  const climate = ({ house }: Reading) => house.state.plant.climate;
  const id = roomId(room);
  return [
    measured(`${id}_reaTRooAir_y`, { unit: 'K', description: `Air temperature of ${name}` }, (reading) =>
      toKelvin(climate(reading).air[room]!),
    ),
    measured(
      `${id}_reaCO2RooAir_y`,
      { unit: 'ppm', description: `Carbon dioxide in ${name}` },
      (reading) => climate(reading).co2[room]!,
    ),
    measured(
      `${id}_reaXRooAir_y`,
      { unit: 'kg/kg', description: `Vapour in the air of ${name}, per kg of dry air` },
      (reading) => climate(reading).humidity[room]!,
    ),
    measured(
      `${id}_reaQRooAir_y`,
      { unit: 'W', description: `Heat that machines give to the air of ${name}; below 0 if they cool it` },
      ({ house }) => house.heat[room]!,
    ),
  ];
};

const ofZones = ({ state: { datagrams } }: Emulated): readonly Measurement[] =>
  datagrams.zone.flatMap((shown, zone) => {
    const named = `zone ${zone} (${shown.Name})`;
    const damper = measured(
      `zon${zone}_reaDam_y`,
      { unit: '1', description: `Position of the damper of ${named}: 0 shut, 1 open` },
      ({ house }) => house.state.plant.zones[zone]!.position / 100,
    );
    if (!isSensed(shown)) return [damper];
    const sensor = measured(
      `zon${zone}_reaTSen_y`,
      { unit: 'K', description: `Temperature at the sensor of ${named}, in steps of 0.1 K` },
      ({ house }) => toKelvin(house.state.datagrams.zone[zone]!.Temp / 100),
    );
    return [sensor, damper];
  });

const ofUnit: readonly Measurement[] = [
  measured(
    'ahu_reaTSup_y',
    { unit: 'K', description: 'Temperature in the supply duct of the ducted unit' },
    ({ house }) => toKelvin(house.state.plant.unit!.supply),
  ),
  measured(
    'ahu_reaLoa_y',
    { unit: '1', description: 'Load of the compressor of the ducted unit' },
    ({ house }) => house.state.plant.unit!.load,
  ),
  measured(
    'ahu_reaFan_y',
    { unit: '1', description: 'Airflow of the ducted unit, 1 at high fan' },
    ({ house }) => house.state.plant.unit!.fanSpeed,
  ),
  measured(
    'ahu_reaPEle_y',
    { unit: 'W', description: 'Electric power of the ducted unit with its fan' },
    ({ house }) => house.state.plant.loads.unit + house.state.plant.loads.fan,
  ),
];

const ofHouse: readonly Measurement[] = [
  measured(
    'hou_reaPEle_y',
    { unit: 'W', description: 'Electric power of all machines that heat, cool or move air' },
    ({ house }) => climatePower(house),
  ),
  measured('hou_reaQHea_y', { unit: 'W', description: 'Heat that machines give to rooms' }, ({ house }) =>
    house.heat.reduce((sum, watts) => sum + Math.max(0, watts), 0),
  ),
  measured('hou_reaQCoo_y', { unit: 'W', description: 'Heat that machines take from rooms' }, ({ house }) =>
    house.heat.reduce((sum, watts) => sum + Math.max(0, -watts), 0),
  ),
];

/** Returns the measurements of a house. */
export function measurementsOf({ house }: Emulator, initial: Emulated): readonly Measurement[] {
  return [
    ...house.rooms.flatMap(({ name }, room) => ofRoom(name, room)),
    ...ofZones(initial),
    ...(initial.state.plant.unit === undefined ? [] : ofUnit),
    ...ofHouse,
    ...weatherMeasurements,
  ];
}
