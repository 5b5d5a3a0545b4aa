import { type Catalogue, catalogue, checkCommand } from '@plenum/protocol/command';
import { type ComponentKind, kinds, nothingInstalled } from '@plenum/protocol/component';
import { type Command, subsystems } from '@plenum/protocol/definition';
import { toExample, toSides } from '@plenum/protocol/derive';
import { type Field, factsOf, isIndex, type RecordField } from '@plenum/protocol/field';
import { abilitiesOf, type DeviceType } from '@plenum/protocol/lighting';
import { checkV1Command, type V1Command, v1Commands } from '@plenum/protocol/v1';
import { isBlank, type Json } from '../read/readings.ts';

/** The components of a bridge by kind, as read before the first command. */
export type Before = Readonly<Record<ComponentKind, readonly Json[]>>;

/** The bodies of one command to one component. */
export interface Exercise {
  /** `SysOn`; for the original interface `v1 SystemON`. */
  readonly name: string;
  readonly kind: ComponentKind;
  readonly index: number;
  /** Bodies to send, such as `{"SysOn": 1}`: within the limits, and beyond them. */
  readonly inside: readonly Json[];
  readonly outside: readonly Json[];
}

/** The commands to send, and the omitted commands with the reason. */
export interface WritePlan {
  readonly exercises: readonly Exercise[];
  readonly skipped: ReadonlyMap<string, string>;
}

interface PlanOptions {
  /** True to allow commands that make water run. */
  readonly water: boolean;
  /** The names of the commands to send; default: all. */
  readonly commands?: readonly string[] | undefined;
  readonly of?: Catalogue;
}

/** The values with which a command makes water run; they are sent only if that is allowed. */
const waters: Readonly<Record<string, (body: unknown) => boolean>> = {
  RetTestMode: (body) => body === 1,
  RetRunProgram: (body) => (body as Json).Run === 1,
  RetStnMode: (body) => (body as Json).Mode === 1,
};

/** Returns the kind of component that an index in a body selects, from its noun and the subsystem of the command. */
const kindOf = (noun: string, { subsystem, component }: Command): ComponentKind | undefined => {
  const byNoun: Partial<Record<string, ComponentKind>> = {
    zone: 'zone',
    split: 'split',
    unit: 'vrf',
    station: 'station',
    program: 'program',
    favourite: subsystem === 'split' ? 'splitFavourite' : 'schedule',
  };
  return byNoun[noun] ?? (kinds[component].key === undefined ? undefined : component);
};

/**
 * Returns the reason why a command is not sent, or is sent only if the caller requests it by name. An installer's
 * command changes the setup, settings of the lighting may take a device off the network, and a command that starts an
 * action may move a garage door or a blind.
 */
const whyNever = ({ subsystem, over, sets, entry, section }: Command): string | undefined => {
  if (section.startsWith('installer ')) return 'It changes the setup, so it is sent only if it is named.';
  if (subsystem !== 'lighting') return undefined;
  if (!over.includes('cloud'))
    return 'Settings of the lighting are not sent, because they may take a device off the network.';
  const startsSomething = Object.keys(sets).length === 0 && entry === undefined;
  return startsSomething ? 'It is not sent, because it may move a garage door or a blind.' : undefined;
};

/** True if a lamp is neither a garage door nor a blind. */
const isPlainLamp = ({ Type, Att }: Json): boolean => {
  const { isGarageDoor, isBlind } = abilitiesOf(Type as DeviceType);
  return Att !== 0 && !isGarageDoor && !isBlind;
};

/** True if a lamp has the fields that a command sets; only some kinds of device have them. */
const has = (lamp: Json, command: Command | undefined): boolean =>
  Object.values(command?.sets ?? {}).every((path) => Object.hasOwn(lamp, String(path).split('.')[0]!));

/** The VRF unit that is reserved for the ducted system (interface 2.7). */
const reservedUnit = 0;

/** Returns the index of the first component of a kind to which commands may be sent. */
const firstIndex = (kind: ComponentKind, before: Before, command?: Command): number | undefined => {
  const { key } = kinds[kind];
  if (key === undefined) return before[kind].length > 0 ? 0 : undefined;
  const allowed =
    kind === 'lamp' ? before[kind].filter((each) => isPlainLamp(each) && has(each, command)) : before[kind];
  const indexes = allowed.map((each) => each[key]).filter((each) => typeof each === 'number');
  return kind === 'vrf' ? indexes.find((each) => each !== reservedUnit) : indexes[0];
};

const isRecordField = (field: Field): field is RecordField => factsOf(field).kind === 'record';

/** Returns an example of a body with the indexes of existing components. */
const toBase = (command: Command, before: Before): Record<string, unknown> => {
  const { body } = command;
  const base = { ...(toExample(body) as Record<string, unknown>) };
  for (const [key, field] of Object.entries((body as RecordField).properties) as [string, Field][]) {
    if (!isIndex(field)) continue;
    const kind = kindOf(factsOf(field).noun!, command);
    const from = (field as { minimum?: number }).minimum ?? 0;
    base[key] = (kind === undefined ? 0 : (firstIndex(kind, before, command) ?? 0)) + from;
  }
  return base;
};

interface Bodies {
  readonly inside: readonly unknown[];
  readonly outside: readonly unknown[];
}

/** Returns bodies on both sides of each limit; each differs from the example in one member. */
const recordBodies = (command: Command, before: Before): Bodies => {
  const field = command.body as RecordField;
  const base = toBase(command, before);
  const members = Object.entries(field.properties) as [string, Field][];
  const change = (side: 'inside' | 'outside', of: readonly [string, Field][]) =>
    of.flatMap(([key, member]) => toSides(member)[side].map((value) => ({ ...base, [key]: value })));
  const without = field.required.map((key) =>
    Object.fromEntries(Object.entries(base).filter(([other]) => other !== key)),
  );
  return {
    inside: change(
      'inside',
      members.filter(([, member]) => !isIndex(member)),
    ),
    outside: [...change('outside', members), ...without, { ...base, Other: 1 }],
  };
};

const bodiesOf = (command: Command, before: Before): Bodies => {
  if (isRecordField(command.body)) return recordBodies(command, before);
  const sides = toSides(command.body);
  // An index starts one of several components; testing the first is enough.
  return isIndex(command.body) ? { inside: sides.inside.slice(0, 1), outside: sides.outside } : sides;
};

const toExercise = (
  command: Command,
  before: Before,
  { water, commands }: Pick<PlanOptions, 'water' | 'commands'>,
): Exercise | string => {
  const { name, component: kind } = command;
  const isNamed = command.subsystem !== 'lighting' && commands?.includes(name);
  const never = isNamed ? undefined : whyNever(command);
  if (never !== undefined) return never;
  const index = firstIndex(kind, before);
  if (index === undefined || (kind === 'unit' && isBlank(before.unit[0])))
    return `The bridge has no ${kinds[kind].name}, or has lost it.`;
  const { inside, outside } = bodiesOf(command, before);
  const allowed = inside.filter((body) => water || !waters[name]?.(body));
  return {
    name,
    kind,
    index,
    inside: allowed.map((body) => ({ [name]: body })),
    // A value that the definition accepts is not beyond its limits, even if it was generated to be beyond them.
    outside: outside.map((body) => ({ [name]: body })).filter((body) => !checkCommand(body).ok),
  };
};

/** The original interface: an example of each command, and a value that the command does not have. */
const toV1Exercise = ({ name, field }: V1Command, before: Before): Exercise | string => {
  const inside = { [name]: toExample(field) };
  const datagrams = { ...nothingInstalled, ...(before as object) };
  const commands = checkV1Command(v1Commands.get(name)!, inside, datagrams);
  const kind: ComponentKind = /^(?:Zone|Air)/.test(name)
    ? 'zone'
    : name === 'ScheduleCommand'
      ? 'schedule'
      : 'unit';
  const index = commands.ok ? firstIndex(kind, before) : 0;
  if (index === undefined || before.unit.length === 0 || isBlank(before.unit[0]))
    return 'The bridge has no ducted air conditioner.';
  return { name: `v1 ${name}`, kind, index, inside: [inside], outside: [{ [name]: '?' }, { [name]: null }] };
};

/** Plans the commands to a bridge, from the definitions of the commands and the components of the bridge. */
export function planWrites(before: Before, { water, commands, of = catalogue }: PlanOptions): WritePlan {
  const made: readonly (readonly [string, Exercise | string])[] = [
    ...Array.from(of.values(), (each) => [each.name, toExercise(each, before, { water, commands })] as const),
    ...Array.from(v1Commands.values(), (each) => [`v1 ${each.name}`, toV1Exercise(each, before)] as const),
  ];
  const wanted = made.filter(([name]) => commands?.includes(name) ?? true);
  const unwanted = made.filter(([name]) => commands !== undefined && !commands.includes(name));
  return {
    exercises: wanted.flatMap(([, each]) => (typeof each === 'string' ? [] : [each])),
    skipped: new Map([
      ...wanted.flatMap(([name, each]) => (typeof each === 'string' ? [[name, each] as const] : [])),
      ...unwanted.map(([name]) => [name, 'It was left out.'] as const),
    ]),
  };
}

/** Describes the commands of a plan in sentences, for the person who has to allow them. */
export function describePlan({ exercises }: WritePlan, { water }: { water: boolean }): readonly string[] {
  const lines = Object.entries(subsystems).flatMap(([subsystem, { noun }]) => {
    const own = exercises.filter(({ kind }) => kinds[kind].subsystem === subsystem);
    if (own.length === 0) return [];
    const targets = [
      ...new Set(
        own.map(({ kind, index }) =>
          kinds[kind].key === undefined ? kinds[kind].name : `${kinds[kind].name} ${index}`,
        ),
      ),
    ];
    const inside = own.reduce((sum, each) => sum + each.inside.length, 0);
    const outside = own.reduce((sum, each) => sum + each.outside.length, 0);
    return [
      `The ${noun} gets ${own.length} commands: ${inside} values within their limits, which it executes, and ${outside} beyond them. They change ${targets.join(', ')}, which are restored afterwards.`,
    ];
  });
  const irrigates = exercises.some(({ kind }) => kinds[kind].subsystem === 'irrigation');
  const rain = water
    ? 'Water runs for a few seconds.'
    : 'No water runs: commands that start it are sent only with --water.';
  return [...lines, ...(irrigates ? [rain] : [])];
}
