import { catalogue } from '@plenum/protocol/command';
import { type ComponentKind, componentKinds, kinds, recordOf } from '@plenum/protocol/component';
import {
  type Field,
  type Fields,
  factsOf,
  list,
  type RecordField,
  record,
  tableOf,
} from '@plenum/protocol/field';
import { unitSettings } from './settings-of-ducted.ts';

/** Fields that commands set only temporarily or by hand. They show the operation of a house, not its setup. */
const passing: Readonly<Partial<Record<ComponentKind, readonly string[]>>> = {
  unit: ['SysOn', 'SleepTimer', 'iSaveOn', 'NoOfZones'],
  split: ['On', 'Sleep'],
  vrf: ['On', 'Tmr'],
  irrigation: ['RainWait', 'TestMode'],
  lamp: ['On', 'Brig', 'Temp', 'R', 'G', 'B', 'Rgb'],
};

/** Fields of the setup that no command sets by name. */
const further: Readonly<Partial<Record<ComponentKind, readonly string[]>>> = {
  unit: ['CtrlZone', ...Object.keys(unitSettings.properties)],
  zone: ['iSense', 'ConstClimate', 'DamperLink', 'TabletId'],
  splitSystem: ['Beep', 'MaxZones', 'MaxFavs'],
  split: ['Att', 'Brand', 'AllOn', 'AllOff'],
  splitFavourite: ['Zones'],
  vrf: ['Ms', 'Rf', 'SwAl'],
  vrfFavourite: ['Name', 'Enabled', 'StartH', 'StartM', 'StopH', 'StopM', 'DaysEnabled', 'Units'],
  irrigation: [
    'Tag1',
    'TestTime',
    'IgnoreLowCurrentFault',
    ...Array.from({ length: 9 }, (_, program) => `Name${program + 1}`),
  ],
  lighting: Array.from({ length: 10 }, (_, page) => `Pg${page + 1}N`),
  lamp: ['Att'],
  wallSwitch: ['Att', 'NoBut'],
  lightFavourite: ['iLightFav'],
};

const namesOf = (kind: ComponentKind): readonly string[] => {
  const commands = [...catalogue.values()].filter(({ component }) => component === kind);
  const set = commands.flatMap(({ sets }) => Object.values(sets).map((path) => path.split('.')[0]!));
  const { properties } = recordOf(kind);
  return [...new Set([...set, ...(further[kind] ?? [])])].filter(
    (name) => !passing[kind]?.includes(name) && Object.hasOwn(properties, name),
  );
};

/** A group of the unit includes only its settings, not its readings. */
const fieldOf = (kind: ComponentKind, name: string): Field => {
  const group = kind === 'unit' ? (unitSettings.properties as Fields)[name] : undefined;
  return group ?? recordOf(kind).properties[name]!;
};

/** The fields of each kind of component that make up its setup, as the interface defines them. */
export const settingFields: Readonly<Record<ComponentKind, Fields>> = tableOf(componentKinds, (kind) =>
  tableOf(namesOf(kind), (name) => fieldOf(kind, name)),
);

/** True if a field is a group of settings that may be incomplete. */
export const isGroup = (field: Field): field is RecordField =>
  factsOf(field).kind === 'record' && (field as RecordField).required.length === 0;

/**
 * Settings of components by kind: those of the only component, or a list with those of each component and its index.
 */
export type HouseSettings = Readonly<
  Partial<
    Record<ComponentKind, Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[]>
  >
>;

const settingsOf = (kind: ComponentKind): Field => {
  const { key, summary, fields } = kinds[kind];
  const settings = settingFields[kind];
  const optional = Object.keys(settings);
  if (key === undefined) return record(summary, settings, { optional });
  const index = (fields.properties as Fields)[key]!;
  return list(summary, record(summary, { [key]: index, ...settings }, { optional }), { max: 128 });
};

const kindsWithSettings = componentKinds.filter((kind) => Object.keys(settingFields[kind]).length > 0);

/**
 * Settings changed since the house was built, with the names and values of the interface. They override the rest of its
 * file. An export uses them for values that the rest cannot express.
 */
export const houseSettings = record(
  'changed settings, with the names and values of the interface; they override the rest of the file',
  Object.fromEntries(kindsWithSettings.map((kind) => [kind, settingsOf(kind)])),
  { optional: kindsWithSettings as readonly string[] },
);
