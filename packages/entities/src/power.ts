import { type PowerChannel, type PowerFlows, powerChannels, powerFlows } from '@plenum/insight/energy';
import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { toPlainText } from '@plenum/protocol/text';
import { channelSeries, type flows, readCost, toKwh } from './energy.ts';
import { entityKind } from './entity.ts';
import { derived, type HouseState, toWanted } from './member.ts';

const { powerBattery } = enumerations;

/** Returns the channels of a house; omits devices that send no list of channels. */
const channelsOf = ({ power: [config], powerStatus: [status] }: Datagrams): readonly PowerChannel[] => {
  if (config?.Devices === undefined) return [];
  const Devices = config.Devices.map((each) => ({ ...each, Channels: each.Channels ?? [] }));
  const Dev = status?.Dev?.map((each) => ({ ...each, Ch: each.Ch ?? [] }));
  return powerChannels({ ...config, Devices }, status && Dev && { ...status, Dev });
};

type Flow = (typeof flows)[number];

const energyFlow = (name: Flow) =>
  derived<DatagramOf<'power'>>((_, { energy }) => toKwh(energy?.get(name)), { unit: 'kwh' });

const wattsOf = (name: keyof PowerFlows) =>
  derived<DatagramOf<'power'>>((_, { datagrams }) => powerFlows(channelsOf(datagrams))[name] ?? null, {
    unit: 'watts',
  });

const batteries = ({ datagrams: { powerStatus } }: HouseState) =>
  (powerStatus[0]?.Dev ?? []).filter(({ Ok }) => Ok === 1).map(({ Batt }) => Batt);

/** The power monitor as a whole (interface 2.9). */
export const powerEntity = entityKind<DatagramOf<'power'>>(
  'power',
  ({ power }) => power.map((source) => ({ ids: [], source })),
  {
    used: wattsOf('used'),
    solar: wattsOf('solar'),
    import: wattsOf('import'),
    export: wattsOf('export'),
    surplus: wattsOf('surplus'),
    energy_used: energyFlow('used'),
    energy_solar: energyFlow('solar'),
    energy_import: energyFlow('import'),
    energy_export: energyFlow('export'),
    battery_low: derived((_, house) =>
      batteries(house).some(
        (level) => level === powerBattery.values.critical || level === powerBattery.values.low,
      )
        ? 'on'
        : 'off',
    ),
  },
  ({ powerStatus }) => [powerStatus],
);

/** One channel of the power monitor. */
export const channelEntity = entityKind<PowerChannel>(
  'power',
  (datagrams) => channelsOf(datagrams).map((source) => ({ ids: [source.device, source.channel], source })),
  {
    name: derived(({ name }) => toPlainText(name ?? '').trim(), {
      write: (typed, { device, channel }) =>
        toWanted('ChannelName', { Device: device, Channel: channel, Name: typed }),
    }),
    power: derived(({ watts }) => watts ?? null, { unit: 'watts' }),
    energy: derived(({ device, channel }, { energy }) => toKwh(energy?.get(channelSeries(device, channel))), {
      unit: 'kwh',
    }),
    cost: derived(({ device, channel }, { energy }) => readCost(energy, channelSeries(device, channel))),
    generates: derived(({ isGenerator }) => (isGenerator ? 'on' : 'off')),
    is_total: derived(({ isTotal }) => (isTotal ? 'on' : 'off')),
  },
  ({ power, powerStatus }) => [power, powerStatus],
);
