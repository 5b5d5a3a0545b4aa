import { type Entity, entitiesOf, entityKinds, type HouseState, lampEntity, toState } from '@plenum/entities';
import type { DatagramOf } from '@plenum/protocol/component';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { toPlainText } from '@plenum/protocol/text';
import about from '../../package.json' with { type: 'json' };
import { type Topics, toTopicId } from '../topic/topics.ts';
import { type AnyEntityRow, type AnyHomeAssistantEntity, type DeviceWord, entityRows } from './entities.ts';
import type { Config, Platform } from './entity.ts';

/** The sender of announcements. */
export interface Announcer {
  readonly uid: string;
  readonly topics: Topics;
  /** URL of the page of the house. */
  readonly url: string | undefined;
  /** Seconds after which a reading without a new message becomes unknown; `undefined` if readings do not expire. */
  readonly expireAfter?: number | undefined;
  /** True if garage doors are announced. */
  readonly allowGarage: boolean;
}

/** The configuration of one entity, including `unique_id` and `platform`. */
type ComponentConfig = Config & { readonly platform: Platform; readonly unique_id: string };

/** One device in Home Assistant. */
export interface DeviceMessage {
  /** The last level of its topic: `plenum_000000001_zone_3`. */
  readonly id: string;
  readonly device: Config;
  readonly components: Readonly<Record<string, ComponentConfig>>;
}

/** Converts a text to an entity id by the rules of Home Assistant. */
const toSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');

const named = (text: unknown, otherwise: string): string =>
  typeof text === 'string' && text.trim() !== '' ? text : otherwise;

const nameOf = (entity: Entity, house: HouseState): string =>
  named(
    toState(entity, house).name,
    `${entity.kind.word.replaceAll('_', ' ')} ${entity.ids.join(' ')}`.trim(),
  );

const sharedNames: Readonly<Record<Exclude<DeviceWord, 'own' | 'house'>, string>> = {
  irrigation: 'Irrigation',
  power: 'Power monitor',
  lighting: 'Lighting',
};

const models: Readonly<Record<string, string>> = {
  house: 'House',
  zone: 'Zone',
  split: 'Split',
  vrf: 'Fan-coil',
  lamp: 'Lighting device',
  ...sharedNames,
};

/** The kinds of entities that have the name of a room. */
const roomWords: ReadonlySet<string> = new Set(['zone', 'split', 'vrf']);

/** Ids of devices and components have only letters, digits, `_` and `-`. */
export const houseId = (uid: string): string => `plenum_${toTopicId(uid)}`;

interface Named {
  readonly id: string;
  readonly name: string;
}

const deviceOf = (word: DeviceWord, entity: Entity, house: HouseState, root: Named): Named => {
  if (word === 'house') return root;
  if (word === 'own')
    return { id: [root.id, entity.kind.word, ...entity.ids].join('_'), name: nameOf(entity, house) };
  return { id: `${root.id}_${word}`, name: sharedNames[word] };
};

/**
 * Returns the id of a component within its device, and its name. If entities share a device, both include the entity.
 */
const componentOf = (
  { id, name, platform }: Pick<AnyHomeAssistantEntity, 'id' | 'name' | 'platform'>,
  entity: Entity,
  ofEntity: string | undefined,
): { id: string; name: string | null } => {
  if (ofEntity === undefined) return { id, name };
  const isWhole = name === null || platform === 'scene';
  return {
    id: [entity.kind.word, ...entity.ids, id].join('_'),
    name: isWhole ? ofEntity : `${ofEntity} ${name.toLowerCase()}`,
  };
};

const defined = (config: Config): Config =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));

/**
 * The components of the house's own device, which is the parent of the others and shows whether the bridge is
 * reachable.
 */
const rootComponents = ({ topics }: Announcer, root: Named): DeviceMessage['components'] => ({
  bridge: {
    platform: 'binary_sensor',
    unique_id: `${root.id}_bridge`,
    default_entity_id: `binary_sensor.${toSlug(root.name)}_bridge`,
    name: 'Bridge',
    state_topic: topics.reachable,
    payload_on: 'online',
    payload_off: 'offline',
    device_class: 'connectivity',
    entity_category: 'diagnostic',
    availability: [{ topic: topics.status }],
  },
});

/** Returns the components of one entity, by their ids within a device. */
const toComponents = (
  { entities, device }: AnyEntityRow,
  entity: Entity,
  { named: { id: deviceId, name: deviceName }, topics, house, expireAfter }: ComponentDeps,
): DeviceMessage['components'] => {
  const isShared = device !== 'own' && entity.ids.length > 0;
  const ofEntity = isShared ? nameOf(entity, house) : undefined;
  const about = { kind: entity.kind, topic: topics.state(entity.path), source: entity.source, house };
  return Object.fromEntries(
    entities
      .filter(({ when }) => when?.(entity.source, house) !== false)
      .map((announced): [string, ComponentConfig] => {
        const { id, name } = componentOf(announced, entity, ofEntity);
        const slug = toSlug(name === null ? deviceName : `${deviceName} ${name}`);
        const { platform } = announced;
        return [
          id,
          {
            platform,
            unique_id: `${deviceId}_${id}`,
            default_entity_id: `${platform}.${slug || `${deviceId}_${id}`}`,
            name,
            ...toExpiry(announced.platform, expireAfter),
            ...defined(announced.config(about)),
          },
        ];
      }),
  );
};

interface ComponentDeps {
  readonly named: Named;
  readonly topics: Topics;
  readonly house: HouseState;
  readonly expireAfter: number | undefined;
}

/** Only sensors expire, because a climate device would lose its controls. */
const toExpiry = (platform: Platform, expireAfter: number | undefined): Config =>
  expireAfter !== undefined && (platform === 'sensor' || platform === 'binary_sensor')
    ? { expire_after: expireAfter }
    : {};

/** Returns the information about a device besides its entities. */
const toDevice = ({ uid, url }: Announcer, root: Named, { id, name }: Named, word: string): Config => ({
  identifiers: [id],
  name,
  manufacturer: 'Plenum',
  model: models[word],
  sw_version: about.version,
  ...(id === root.id
    ? { serial_number: uid, ...(url !== undefined && { configuration_url: url }) }
    : { via_device: root.id }),
  ...(roomWords.has(word) && { suggested_area: name }),
});

const isGarageDoor = ({ kind, source }: Entity): boolean =>
  kind === lampEntity && abilitiesOf((source as DatagramOf<'lamp'>).Type).isGarageDoor;

/** Returns all devices of a house with their entities, according to the table in `entities.ts`. */
export function toDevices(announcer: Announcer, house: HouseState): readonly DeviceMessage[] {
  const { uid, topics, expireAfter, allowGarage } = announcer;
  const entities = entitiesOf(entityKinds, house.datagrams).filter(
    (entity) => allowGarage || !isGarageDoor(entity),
  );
  const tag = house.datagrams.unit[0]?.Tag1;
  const root: Named = { id: houseId(uid), name: named(tag && toPlainText(tag).trim(), `Plenum ${uid}`) };
  const message = (of: Named, word: string, components: DeviceMessage['components']): DeviceMessage => ({
    id: of.id,
    device: toDevice(announcer, root, of, word),
    components,
  });
  const devices = new Map([[root.id, message(root, 'house', rootComponents(announcer, root))]]);
  for (const row of entityRows)
    for (const entity of entities.filter(({ kind }) => kind === row.kind)) {
      const of = deviceOf(row.device, entity, house, root);
      const word = row.device === 'own' ? entity.kind.word : row.device;
      const before = devices.get(of.id) ?? message(of, word, {});
      const components = toComponents(row, entity, { named: of, topics, house, expireAfter });
      devices.set(of.id, { ...before, components: { ...before.components, ...components } });
    }
  return [...devices.values()];
}

/** The origin (sender) in every message. */
const origin = { name: 'Plenum', sw: about.version, url: about.repository.url.replace(/^git\+|\.git$/g, '') };

const availabilityOf = ({ status, reachable }: Topics): Config => ({
  availability: [{ topic: status }, { topic: reachable }],
  availability_mode: 'all',
});

/** One message per device with all of its entities, or one message per entity, for versions before 2024.11. */
export type DiscoveryStyle = 'device' | 'entities';

/** Retained messages by their topic. */
export type Messages = ReadonlyMap<string, string>;

/** Returns the topic of one device, or of one entity of it. */
export const deviceTopic = (prefix: string, id: string): string => `${prefix}/device/${id}/config`;
export const entityTopic = (prefix: string, platform: string, id: string, component: string): string =>
  `${prefix}/${platform}/${id}/${component}/config`;

/**
 * Returns the messages for some devices. A component in `removed` is listed with only its platform, so Home Assistant
 * removes it.
 */
export function toMessages(
  { topics }: Announcer,
  devices: readonly DeviceMessage[],
  {
    prefix,
    style,
    removed,
  }: {
    prefix: string;
    style: DiscoveryStyle;
    removed: (id: string) => Readonly<Record<string, Platform>>;
  },
): Messages {
  const availability = availabilityOf(topics);
  if (style === 'device')
    return new Map(
      devices.map(({ id, device, components }) => {
        const gone = Object.entries(removed(id)).map(([one, platform]) => [one, { platform }] as const);
        const message = {
          device,
          origin,
          ...availability,
          components: { ...Object.fromEntries(gone), ...components },
        };
        return [deviceTopic(prefix, id), JSON.stringify(message)];
      }),
    );
  return new Map(
    devices.flatMap(({ id, device, components }) =>
      Object.entries(components).map(([component, { platform, ...config }]) => {
        const { default_entity_id: entityId } = config;
        // Versions that need one message per entity expect the entity id under its former key, and reject a device with
        // a serial number.
        const { serial_number: _, ...known } = device;
        const message = {
          ...availability,
          ...config,
          object_id: String(entityId).split('.')[1],
          device: known,
          origin,
        };
        return [entityTopic(prefix, platform, id, component), JSON.stringify(message)];
      }),
    ),
  );
}
