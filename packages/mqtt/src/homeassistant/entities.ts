import type { AnyEntityKind, EntityKind, HouseState } from '@plenum/entities';
import {
  channelEntity,
  channelSeries,
  costOf,
  faultsEntity,
  favouriteEntity,
  irrigationEntity,
  isClimate,
  lampEntity,
  lightFavouriteEntity,
  lightingEntity,
  powerEntity,
  presetNames,
  programEntity,
  roomUnitClimateModes,
  sleepChoices,
  splitEntity,
  splitFavouriteEntity,
  stationEntity,
  unitClimateModes,
  unitEntity,
  unitFans,
  vrfEntity,
  zoneClimateModes,
  zoneEntity,
  zoneSeries,
} from '@plenum/entities';
import type { PowerChannel } from '@plenum/insight/energy';
import { leaderOf } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { allowsSwing } from '@plenum/protocol/vrf';
import { climateOf, fansOf, humidityOf, presetsOf, setpointOf, swingsOf } from './climate.ts';
import {
  button,
  choice,
  type EntityOf,
  flag,
  type HomeAssistantEntity,
  label,
  optionsOf,
  reads,
  scene,
  sensor,
  setting,
  toggle,
  word,
  writes,
} from './entity.ts';

/** The device that Home Assistant entities belong to: the device of their own entity, or a shared one. */
export type DeviceWord = 'own' | 'house' | 'irrigation' | 'power' | 'lighting';

/** The Home Assistant entities of one kind of entity. */
interface EntityRow<S> {
  readonly kind: EntityKind<S>;
  readonly device: DeviceWord;
  readonly entities: readonly HomeAssistantEntity<S>[];
}

// biome-ignore lint/suspicious/noExplicitAny: the entities of a kind read the sources of that kind
export type AnyEntityRow = EntityRow<any> & { readonly kind: AnyEntityKind };

export type AnyHomeAssistantEntity = AnyEntityRow['entities'][number];

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;
type Lamp = DatagramOf<'lamp'>;
const { swing } = enumerations;

const has =
  <S>(name: keyof S) =>
  (source: S) =>
    source[name] !== undefined;

const humidity = { device_class: 'humidity' };
const diagnostic = { entity_category: 'diagnostic' };
const isWarmed = (zone: Zone) => isClimate(zone);
const isSwitched = (zone: Zone) => !isClimate(zone);

const unitEntities: readonly HomeAssistantEntity<Unit>[] = [
  {
    id: 'climate',
    platform: 'climate',
    name: null,
    config: (of) => ({
      ...climateOf(of, unitClimateModes(of.source)),
      ...fansOf(of, unitFans(of.source)),
      ...(of.source.InRh !== undefined && humidityOf(of)),
      ...presetsOf(of, [...presetNames(of.house.datagrams.schedule).values()]),
      // While a zone controls the unit, a setpoint of the unit would have no effect.
      ...(leaderOf(of.source, of.house.datagrams.zone) === undefined && setpointOf(of)),
    }),
  },
  word('target_set_by', 'Control zone', { ...diagnostic, icon: 'mdi:account-arrow-right' }),
  sensor('target', 'Control setpoint', { unit_of_measurement: '°C', device_class: 'temperature' }),
  word('status', 'Status'),
  sensor('temperature', 'Return air'),
  sensor('supply', 'Supply air'),
  sensor('humidity', 'Humidity', humidity, has('InRh')),
  sensor('co2', 'eCO2', {}, has('IneCO2')),
  sensor('tvoc', 'Volatile organic compounds', {}, has('InTVOC')),
  choice('sleep_timer', 'Sleep timer', { read: 'sleep_choice', options: sleepChoices.map(String) }),
  sensor('sleep_timer_left', 'Sleep timer left', diagnostic),
  toggle('isave', 'iSave', {}, ({ iSaveEnable }) => iSaveEnable === 1),
  flag('economy_lock', 'Economy lock', { device_class: undefined }),
  word('filter', 'Filter', { device_class: 'enum', options: ['ok', 'due'], ...diagnostic }),
  button('reset_filter', 'Filter is clean', { entity_category: 'config' }),
  word('fault', 'Fault code', diagnostic),
  flag('has_fault', 'Fault'),
];

const faultEntities: readonly HomeAssistantEntity<DatagramOf<'faults'>>[] = [
  {
    id: 'last_fault',
    platform: 'sensor',
    name: 'Last fault',
    // The attributes contain all recorded faults.
    config: (of) => ({
      ...reads(of, 'last', ['state_topic', 'value_template']),
      json_attributes_topic: of.topic,
      ...diagnostic,
    }),
  },
];

const kwh = { unit_of_measurement: 'kWh', device_class: 'energy', state_class: 'total_increasing' };
const hasOwnEnergy = ({ Index }: Zone, { energy }: HouseState) => energy?.has(zoneSeries(Index)) === true;

/** The cost of the energy of a series; without a currency it has no unit, which the class `monetary` needs. */
const costSensor = <S>(seriesOf: (source: S) => string): HomeAssistantEntity<S> => ({
  id: 'cost',
  platform: 'sensor',
  name: 'Cost',
  when: (source, { energy }) => energy?.has(costOf(seriesOf(source))) === true,
  config: (of) => ({
    ...reads(of, 'cost', ['state_topic', 'value_template']),
    ...(of.house.currency === undefined
      ? { icon: 'mdi:cash' }
      : { device_class: 'monetary', unit_of_measurement: of.house.currency }),
    state_class: 'total',
  }),
});

const zoneEntities: readonly HomeAssistantEntity<Zone>[] = [
  {
    id: 'climate',
    platform: 'climate',
    name: null,
    when: isWarmed,
    config: (of) => ({
      ...climateOf(of, zoneClimateModes),
      ...setpointOf(of),
      ...(of.source.Rh !== undefined && humidityOf(of)),
    }),
  },
  {
    id: 'cover',
    platform: 'cover',
    name: null,
    when: isSwitched,
    config: (of) => ({
      ...reads(of, 'cover', ['state_topic', 'value_template']),
      // The cover has no position, because at 0 %, Home Assistant disables "close", even for a zone that is open while
      // the unit is off.
      ...writes(of, 'cover'),
      payload_open: 'open',
      payload_close: 'close',
      payload_stop: null,
      device_class: 'damper',
    }),
  },
  sensor('damper', 'Damper', { icon: 'mdi:valve' }),
  flag('air_flowing', 'Air flowing', { device_class: 'running', entity_category: undefined }),
  sensor('temperature', 'Temperature', {}, isWarmed),
  sensor('humidity', 'Humidity', humidity, has('Rh')),
  word('status', 'Status'),
  setting('max_air', 'Maximum airflow'),
  setting('min_air', 'Minimum airflow'),
  flag('held_open', 'Held open', { device_class: 'opening' }),
  flag('damper_fault', 'Damper fault', {}, has('DmpFlt')),
  flag('sensor_fault', 'Sensor fault', {}, isWarmed),
  flag('battery_low', 'Battery', { device_class: 'battery' }, isWarmed),
  sensor('energy', 'Energy', kwh, hasOwnEnergy),
  costSensor(({ Index }) => zoneSeries(Index)),
];

const answers = <S>(): HomeAssistantEntity<S> =>
  flag<S>('answers', 'Connection', { device_class: 'connectivity' });

/**
 * Returns the Home Assistant entities of a unit that serves one room, with its louvre positions and any other entities
 * of its kind.
 */
const roomUnitEntities = <S>(
  swingsOfUnit: (of: EntityOf<S>) => readonly string[],
  more: readonly HomeAssistantEntity<S>[] = [],
): readonly HomeAssistantEntity<S>[] => [
  {
    id: 'climate',
    platform: 'climate',
    name: null,
    config: (of) => ({
      ...climateOf(of, roomUnitClimateModes),
      ...setpointOf(of),
      ...fansOf(of, optionsOf(of, 'fan')),
      ...swingsOf(of, swingsOfUnit(of)),
    }),
  },
  choice('sleep_timer', 'Sleep timer'),
  ...more,
  word('status', 'Status'),
  answers(),
];

const splitEntities = roomUnitEntities<DatagramOf<'split'>>((of) => optionsOf(of, 'swing'));

/** Some positions of a fan-coil may be unavailable. */
const vrfSwings = ({ source: { SwAl } }: EntityOf<DatagramOf<'vrf'>>): readonly string[] =>
  Object.entries(swing.values).flatMap(([one, value]) => (allowsSwing(SwAl, value) ? [one] : []));

const vrfEntities = roomUnitEntities<DatagramOf<'vrf'>>(vrfSwings, [
  sensor('sleep_timer_left', 'Sleep timer left', diagnostic),
  sensor('temperature', 'Return air'),
]);

const stationEntities: readonly HomeAssistantEntity<DatagramOf<'station'>>[] = [
  {
    id: 'valve',
    platform: 'valve',
    name: null,
    config: (of) => ({
      ...reads(of, 'valve', ['state_topic', 'value_template']),
      ...writes(of, 'valve'),
      state_open: 'open',
      state_closed: 'closed',
      payload_open: 'open',
      payload_close: 'close',
      reports_position: false,
      device_class: 'water',
    }),
  },
  label('state', 'State'),
  flag('has_fault', 'Wire fault'),
];

const watts = { unit_of_measurement: 'W', device_class: 'power' };
const hasEnergy = <S>(_: S, { energy }: HouseState) => energy !== undefined;

const powerEntities: readonly HomeAssistantEntity<DatagramOf<'power'>>[] = [
  sensor('used', 'Use', watts),
  sensor('solar', 'Solar', watts),
  sensor('import', 'From the grid', watts),
  sensor('export', 'To the grid', watts),
  sensor('surplus', 'Surplus', watts),
  sensor('energy_used', 'Energy used', kwh, hasEnergy),
  sensor('energy_solar', 'Solar energy', kwh, hasEnergy),
  sensor('energy_import', 'Energy from the grid', kwh, hasEnergy),
  sensor('energy_export', 'Energy to the grid', kwh, hasEnergy),
  flag('battery_low', 'Battery', { device_class: 'battery' }),
];

const able = (ability: keyof ReturnType<typeof abilitiesOf>) => (lamp: Lamp) =>
  abilitiesOf(lamp.Type)[ability];
const state = ['state_topic', 'state_value_template'] as const;
const isPlain = ({ Type }: Lamp) => Object.values(abilitiesOf(Type)).every((ability) => !ability);

const lampEntities: readonly HomeAssistantEntity<Lamp>[] = [
  {
    id: 'light',
    platform: 'light',
    name: null,
    when: able('dims'),
    config: (of) => ({
      schema: 'basic',
      ...reads(of, 'on', state),
      ...writes(of, 'on'),
      payload_on: 'on',
      payload_off: 'off',
      brightness_scale: 100,
      ...reads(of, 'brightness', ['brightness_state_topic', 'brightness_value_template']),
      ...writes(of, 'brightness', 'brightness_command_topic'),
      ...reads(of, 'effect', ['effect_state_topic', 'effect_value_template']),
      ...writes(of, 'effect', 'effect_command_topic'),
      effect_list: optionsOf(of, 'effect'),
      ...(abilitiesOf(of.source.Type).isColoured && {
        ...reads(of, 'color_mode', ['color_mode_state_topic', 'color_mode_value_template']),
        ...reads(of, 'rgb', ['rgb_state_topic', 'rgb_value_template']),
        ...writes(of, 'rgb', 'rgb_command_topic'),
        ...writes(of, 'white', 'white_command_topic'),
        white_scale: 100,
      }),
    }),
  },
  { ...toggle('on', null), id: 'switch', when: isPlain },
  {
    id: 'cover',
    platform: 'cover',
    name: null,
    when: (lamp) => able('isBlind')(lamp) || able('isGarageDoor')(lamp),
    config: (of) => {
      const { isBlind } = abilitiesOf(of.source.Type);
      return {
        ...reads(of, 'cover', ['state_topic', 'value_template']),
        ...(isBlind && reads(of, 'position', ['position_topic', 'position_template'])),
        ...writes(of, 'cover'),
        payload_open: 'open',
        payload_close: 'close',
        payload_stop: isBlind ? 'stop' : null,
        device_class: isBlind ? 'blind' : 'garage',
      };
    },
  },
  {
    id: 'climate',
    platform: 'climate',
    name: null,
    when: able('isThermostat'),
    config: (of) => ({ ...climateOf(of, ['off', 'auto']), ...setpointOf(of) }),
  },
  setting('warmth', 'White, cold to warm', able('isColoured')),
  flag('powered', 'Power at the wall', { device_class: 'power' }),
];

/** The Home Assistant entities of every kind of entity: the only source of discovery messages. */
export const entityRows: readonly AnyEntityRow[] = [
  { kind: unitEntity, device: 'house', entities: unitEntities },
  { kind: faultsEntity, device: 'house', entities: faultEntities },
  { kind: zoneEntity, device: 'own', entities: zoneEntities },
  {
    kind: favouriteEntity,
    device: 'house',
    entities: [scene('activate', 'Favourite'), toggle('enabled', 'by time', { entity_category: 'config' })],
  },
  { kind: splitEntity, device: 'own', entities: splitEntities },
  {
    kind: splitFavouriteEntity,
    device: 'house',
    entities: [toggle('enabled', 'by time', { entity_category: 'config' })],
  },
  { kind: vrfEntity, device: 'own', entities: vrfEntities },
  {
    kind: irrigationEntity,
    device: 'irrigation',
    entities: [
      toggle('enabled', 'Enabled'),
      word('program', 'Program'),
      setting('rain_wait', 'Rain delay'),
      setting('ratio', 'Run times'),
      setting('manual_run_time', 'Manual run time'),
      flag('has_fault', 'Controller fault'),
    ],
  },
  {
    kind: programEntity,
    device: 'irrigation',
    entities: [
      toggle('enabled', 'by time', { entity_category: 'config' }),
      flag('running', 'running', { device_class: 'running', entity_category: undefined }),
      button('run', 'run'),
      button('stop', 'stop'),
    ],
  },
  { kind: stationEntity, device: 'irrigation', entities: stationEntities },
  { kind: powerEntity, device: 'power', entities: powerEntities },
  {
    kind: channelEntity,
    device: 'power',
    entities: [
      sensor<PowerChannel>('power', 'power', watts),
      sensor<PowerChannel>('energy', 'energy', kwh, hasEnergy),
      costSensor<PowerChannel>(({ device, channel }) => channelSeries(device, channel)),
    ],
  },
  {
    kind: lightingEntity,
    device: 'lighting',
    entities: [button('all_on', 'All on'), button('all_off', 'All off')],
  },
  { kind: lampEntity, device: 'own', entities: lampEntities },
  {
    kind: lightFavouriteEntity,
    device: 'lighting',
    entities: [scene('activate', 'Favourite'), toggle('enabled', 'by time', { entity_category: 'config' })],
  },
];
