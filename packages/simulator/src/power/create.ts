import { type DatagramOf, initialDatagram } from '@plenum/protocol/component';
import { type HouseFile, type PowerFile, seedOf } from '../house-schema/house.ts';
import type { Plant } from '../model/state.ts';
import { noise } from '../physics/index.ts';
import { toBattery } from './battery.ts';
import { createHotWater } from './hot-water.ts';

/** Devices and channels of a monitor, installed or not (interface 2.9). */
const DEVICES = 5;
const CHANNELS = 3;
const NO_GROUP = 255;
/** Noise streams of the initial charge of the batteries, one per device. */
const CHARGE_STREAM = 710;

type ChannelFile = PowerFile['devices'][number]['channels'][number];
type Channel = DatagramOf<'power'>['Devices'][number]['Channels'][number];

/** Returns the voltage and power factor of a house, in the units of the wire. */
export const mainsOf = ({ voltage = 230, powerFactor = 0.95 }: PowerFile) => ({
  Voltage: voltage,
  PF: Math.round(100 * powerFactor),
});

const createChannel = (file: ChannelFile | undefined, wholeHouse: boolean): Channel => {
  if (file === undefined) {
    return { Name: '', GrNo: NO_GROUP, Consum: 0, Enabled: 0, Generate: 0, AddToTotal: 0 };
  }
  const generates = file.measures === 'solar';
  const counts = wholeHouse ? file.measures === 'everything' : !generates;
  return {
    Name: file.name,
    GrNo: file.group ?? NO_GROUP,
    Consum: generates ? 0 : 1,
    Enabled: 1,
    Generate: generates ? 1 : 0,
    AddToTotal: counts ? 1 : 0,
  };
};

/**
 * Creates the initial power monitor of a house, before its first reading: its datagrams and its plant. Returns an empty
 * result if the house has none. Devices and channels that are not installed are not enabled. If a channel measures the
 * whole house, only that channel counts towards the total.
 */
export function createPower(house: HouseFile): {
  datagrams: { power: DatagramOf<'power'>[]; powerStatus: DatagramOf<'powerStatus'>[] };
  plant: Pick<Plant, 'power'>;
} {
  const { power: file } = house;
  if (file === undefined) return { datagrams: { power: [], powerStatus: [] }, plant: { power: undefined } };
  const wholeHouse = file.devices.some(({ channels }) =>
    channels.some(({ measures }) => measures === 'everything'),
  );
  const devices = Array.from({ length: DEVICES }, (_, place) => file.devices[place]);
  const channelsOf = <T>(make: (channel: number) => T): T[] =>
    Array.from({ length: CHANNELS }, (_, channel) => make(channel));
  const seed = seedOf(house);
  const plants = file.devices.map((_, place) => ({
    charge: 1 - 0.2 * noise(seed, CHARGE_STREAM + place, 0),
    silent: false,
  }));
  return {
    datagrams: {
      power: [
        {
          ...initialDatagram('power'),
          Enabled: 1,
          Tag1: file.tag1 ?? '',
          Tag2: file.tag2 ?? '',
          ...mainsOf(file),
          CostOfPower: Math.round(100 * (file.cost ?? 30)),
          Emissions: file.emissions ?? 700,
          Devices: devices.map((device) => ({
            Enabled: device === undefined || device.enabled === false ? 0 : 1,
            Name: device?.name ?? '',
            Channels: channelsOf((channel) => createChannel(device?.channels[channel], wholeHouse)),
          })),
        },
      ],
      powerStatus: [
        {
          ...initialDatagram('powerStatus'),
          lastReadingNo: 0,
          LastReadingNo: 0,
          Dev: devices.map((device, place) => ({
            Ok: device === undefined || device.enabled === false ? 0 : 1,
            Batt: toBattery(plants[place]?.charge ?? 0),
            Ch: channelsOf(() => ({ Pwr: 0 })),
          })),
        },
      ],
    },
    plant: {
      power: { devices: plants, ...(file.hotWater !== undefined && { hotWater: createHotWater(house) }) },
    },
  };
}
