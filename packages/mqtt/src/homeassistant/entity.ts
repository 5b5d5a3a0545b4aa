import { type EntityKind, type HouseState, keyOf, labelsOf, limitsOf } from '@plenum/entities';
import { factsOf } from '@plenum/protocol/field';

/** The Home Assistant platforms in use. */
export type Platform =
  | 'binary_sensor'
  | 'button'
  | 'climate'
  | 'cover'
  | 'light'
  | 'number'
  | 'scene'
  | 'select'
  | 'sensor'
  | 'switch'
  | 'valve';

export type Config = Readonly<Record<string, unknown>>;

/** The entity for which Home Assistant entities are configured. */
export interface EntityOf<S> {
  readonly kind: EntityKind<S>;
  readonly topic: string;
  readonly source: S;
  readonly house: HouseState;
}

/** One Home Assistant entity; a row of the table in `entities.ts`. */
export interface HomeAssistantEntity<S> {
  readonly id: string;
  readonly platform: Platform;
  /** Null for the main entity of a device, which takes the name of the device. */
  readonly name: string | null;
  readonly when?: ((source: S, house: HouseState) => boolean) | undefined;
  readonly config: (of: EntityOf<S>) => Config;
}

type When<S> = HomeAssistantEntity<S>['when'];

/** Returns the template that reads a member. Templates contain no arithmetic; Plenum publishes calculated values. */
const templateOf = <S>({ kind }: EntityOf<S>, member: string): string =>
  `{{ value_json.${keyOf(kind, member)} }}`;

/** Returns the topic and the template for a member, under the two keys of a platform. */
export const reads = <S>(
  of: EntityOf<S>,
  member: string,
  [topic, template]: readonly [string, string],
): Config => ({
  [topic]: of.topic,
  [template]: templateOf(of, member),
});

/** Returns the topic that sets a member. */
export const writes = <S>(of: EntityOf<S>, member: string, key = 'command_topic'): Config => ({
  [key]: `${of.topic}/set/${member}`,
});

const state = ['state_topic', 'value_template'] as const;
const diagnostic = { entity_category: 'diagnostic' } as const;
const onOff = { payload_on: 'on', payload_off: 'off' } as const;

/** The Home Assistant unit of measurement for one in the definitions, with the device class of sensors that use it. */
const units: Readonly<Record<string, Config>> = {
  '°C': { unit_of_measurement: '°C', device_class: 'temperature', suggested_display_precision: 1 },
  '%': { unit_of_measurement: '%' },
  min: { unit_of_measurement: 'min', device_class: 'duration' },
  d: { unit_of_measurement: 'd', device_class: 'duration' },
  ppm: { unit_of_measurement: 'ppm', device_class: 'carbon_dioxide' },
  ppb: { unit_of_measurement: 'ppb', device_class: 'volatile_organic_compounds_parts' },
};

const fieldOf = <S>({ kind }: EntityOf<S>, member: string) => kind.members[member]!.field;
const unitOf = <S>(of: EntityOf<S>, member: string) => {
  const field = fieldOf(of, member);
  return field === undefined ? undefined : factsOf(field).unit;
};

/** Returns the keys of a platform for an entity. */
type Keys = <S>(of: EntityOf<S>, id: string) => Config;

/** Creates the constructor of read-only entities, from their platform and common keys. */
const shownAs =
  (platform: Platform, keys: Keys) =>
  <S>(id: string, name: string, more: Config = {}, when?: When<S>): HomeAssistantEntity<S> => ({
    id,
    platform,
    name,
    when,
    config: (of) => ({ ...reads(of, id, state), ...keys(of, id), ...more }),
  });

/** A number from a sensor; its unit is derived from the definition. */
export const sensor = shownAs('sensor', (of, id) => ({
  ...units[unitOf(of, id) ?? ''],
  state_class: 'measurement',
}));

/** A text without a unit. */
export const word = shownAs('sensor', () => ({}));

/** An enumeration as a diagnostic sensor. */
export const label = shownAs('sensor', (of, id) => ({
  device_class: 'enum',
  options: labelsOf(fieldOf(of, id)!),
  ...diagnostic,
}));

/** A read-only flag: by default a problem, in the diagnostic category. */
export const flag = shownAs('binary_sensor', () => ({ ...onOff, device_class: 'problem', ...diagnostic }));

/** A flag that users can switch. */
export const toggle = <S>(
  id: string,
  name: string | null,
  more: Config = {},
  when?: When<S>,
): HomeAssistantEntity<S> => ({
  id,
  platform: 'switch',
  name,
  when,
  config: (of) => ({ ...reads(of, id, state), ...writes(of, id), ...onOff, ...more }),
});

/** A number that users can set, within the limits of its definition. */
export const setting = <S>(id: string, name: string, when?: When<S>): HomeAssistantEntity<S> => ({
  id,
  platform: 'number',
  name,
  when,
  config: (of) => {
    const { device_class: found, ...unit } = { ...units[unitOf(of, id) ?? ''] } as Record<string, unknown>;
    const { min = 0, max = 100, step = 1 } = limitsOf(fieldOf(of, id)!);
    return {
      ...reads(of, id, state),
      ...writes(of, id),
      ...(found === 'duration' && { device_class: found }),
      ...(unit.unit_of_measurement !== undefined && { unit_of_measurement: unit.unit_of_measurement }),
      min,
      max,
      step,
      mode: 'slider',
      entity_category: 'config',
    };
  },
});

/** An enumeration, or a list of words, from which users can choose. */
export const choice = <S>(
  id: string,
  name: string,
  { read = id, options }: { read?: string; options?: readonly string[] } = {},
  when?: When<S>,
): HomeAssistantEntity<S> => ({
  id,
  platform: 'select',
  name,
  when,
  config: (of) => ({
    ...reads(of, read, state),
    ...writes(of, id),
    options: options ?? optionsOf(of, id),
  }),
});

const kindIsBrand = <S>({ kind, source }: EntityOf<S>, member: string): boolean =>
  kind.members[member]!.isBrand?.(source) ?? false;

/** Returns the labels that a member of an entity accepts. */
export const optionsOf = <S>(of: EntityOf<S>, member: string): readonly string[] =>
  labelsOf(fieldOf(of, member)!, kindIsBrand(of, member));

/** A button that starts something. */
export const button = <S>(id: string, name: string, more: Config = {}): HomeAssistantEntity<S> => ({
  id,
  platform: 'button',
  name,
  config: (of) => ({ ...writes(of, id), payload_press: 'press', ...more }),
});

/** A scene that applies settings to several entities. */
export const scene = <S>(id: string, name: string): HomeAssistantEntity<S> => ({
  id,
  platform: 'scene',
  name,
  config: (of) => ({ ...writes(of, id), payload_on: 'on' }),
});
