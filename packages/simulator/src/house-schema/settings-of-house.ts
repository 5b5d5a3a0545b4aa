import { catalogue } from '@plenum/protocol/command';
import { type ComponentKind, componentKinds, kinds } from '@plenum/protocol/component';
import { type Field, type Fields, factsOf, list, type RecordField, record } from '@plenum/protocol/field';
import { unitSettings } from './settings-of-ducted.ts';

/** The fields that a command sets, but for a while or by hand: they show what a house does, not how it is set up. */
const passing: Readonly<Partial<Record<ComponentKind, readonly string[]>>> = {
  unit: ['SysOn', 'SleepTimer', 'iSaveOn', 'NoOfZones'],
  split: ['On', 'Sleep'],
  vrf: ['On', 'Tmr'],
  irrigation: ['RainWait', 'TestMode'],
  lamp: ['On', 'Brig', 'Temp', 'R', 'G', 'B', 'Rgb'],
};

/** What is set up, and no command sets the field by name. */
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
  const { properties } = kinds[kind].fields as RecordField;
  return [...new Set([...set, ...(further[kind] ?? [])])].filter(
    (name) => !passing[kind]?.includes(name) && Object.hasOwn(properties, name),
  );
};

/** A group of the unit has its settings alone, without what it reads. */
const fieldOf = (kind: ComponentKind, name: string): Field => {
  const group = kind === 'unit' ? (unitSettings.properties as Fields)[name] : undefined;
  return group ?? (kinds[kind].fields.properties as Fields)[name]!;
};

/** The fields of a kind of component that say how it is set up, each as the interface defines it. */
export const settingFields: Readonly<Record<ComponentKind, Fields>> = Object.fromEntries(
  componentKinds.map((kind) => [
    kind,
    Object.fromEntries(namesOf(kind).map((name) => [name, fieldOf(kind, name)])),
  ]),
) as unknown as Readonly<Record<ComponentKind, Fields>>;

/** Whether a field is a group of settings, of which some may be left out. */
export const isGroup = (field: Field): field is RecordField =>
  factsOf(field).kind === 'record' && (field as RecordField).required.length === 0;

/** Settings of components, by kind: those of the only one, or a list of those of each, with its index. */
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
 * What was set of a house since it was built, in the names and values of the interface: it counts over the rest of its
 * file. An export writes what the rest cannot say.
 */
export const houseSettings = record(
  'what was set, as the interface has it; it counts over the rest of the file',
  Object.fromEntries(kindsWithSettings.map((kind) => [kind, settingsOf(kind)])),
  { optional: kindsWithSettings as readonly string[] },
);
