import { firstDifference, isSame } from '@plenum/client/expectation';
import { type AnyCommand, catalogue, checkCommand, effectOf } from '@plenum/protocol/command';
import { type ComponentKind, kinds } from '@plenum/protocol/component';
import type { Command } from '@plenum/protocol/definition';
import { factsOf } from '@plenum/protocol/field';
import type { Json } from '../read/readings.ts';
import type { Before } from './plan.ts';

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, key) => (inner as Json | undefined | null)?.[key], value);

/** Converts a boolean of a datagram to the number that commands use (interface 2.8). */
const asCommanded = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

const isValueBody = ({ body }: Command) => factsOf(body).kind !== 'record';

/** Returns the body that sets the values of a datagram; `undefined` if the datagram does not show them. */
const toBody = (command: Command, datagram: Json, like: Json): unknown => {
  const values = Object.entries(command.sets).map(([member, path]) => {
    const parts = path
      .split('.')
      .map((part) => part.replace(/^\{(.*)\}$/, (_, key: string) => String(like[key])));
    return [member, asCommanded(at(datagram, parts))] as const;
  });
  if (values.length === 0 || values.some(([, value]) => value === undefined)) return undefined;
  return isValueBody(command) ? values[0]![1] : { ...like, ...Object.fromEntries(values) };
};

const toEntryBody = ({ entry }: Command, datagram: Json, like: Json): unknown => {
  const { list, members, unless } = entry!;
  const entries = datagram[list];
  const first = like[members[0]!];
  const found = Array.isArray(entries)
    ? entries.find((each) => Array.isArray(each) && each[0] === first)
    : undefined;
  if (found === undefined) return { ...like, [unless]: 0 };
  return {
    ...like,
    ...Object.fromEntries(members.map((member, position) => [member, found[position]])),
    [unless]: 1,
  };
};

/** Returns the command that reverses the changes of a body; `undefined` if there is none. */
export function toInverse(body: Json, datagram: Json): Json | undefined {
  const [[name, like] = ['', undefined]] = Object.entries(body);
  const command = catalogue.get(name);
  if (command === undefined) return undefined;
  const inverse =
    command.entry === undefined
      ? toBody(command, datagram, like as Json)
      : toEntryBody(command, datagram, like as Json);
  return inverse === undefined ? undefined : { [name]: inverse };
}

/** Returns the commands that restore those fields of a component that now differ. */
const restoreOne = (kind: ComponentKind, index: number, before: Json, now: Json): readonly Json[] =>
  [...catalogue.values()]
    .filter(
      ({ component, entry, sets }) =>
        component === kind && entry === undefined && !Object.values(sets).some((path) => path.includes('{')),
    )
    .flatMap((command) => {
      const like = command.index === undefined ? {} : { [command.index.member]: index + command.index.from };
      const body = toBody(command, before, like);
      const checked = body === undefined ? undefined : checkCommand({ [command.name]: body });
      if (checked?.ok !== true) return [];
      const effect = effectOf(checked.value as AnyCommand);
      const differs = effect !== undefined && firstDifference(now, effect) !== undefined;
      return differs ? [{ [command.name]: body }] : [];
    });

/** Returns every component with its previous and its current datagram. */
const pairs = (before: Before, now: Before) =>
  (Object.keys(before) as ComponentKind[]).flatMap((kind) => {
    const { key } = kinds[kind];
    return before[kind].flatMap((old) => {
      const found = now[kind].find((each) => key === undefined || each[key] === old[key]);
      return found === undefined
        ? []
        : [{ kind, index: key === undefined ? 0 : Number(old[key]), old, found }];
    });
  });

/** Returns the commands that restore a bridge to its previous state. */
export const toRestoring = (before: Before, now: Before): readonly Json[] =>
  pairs(before, now).flatMap(({ kind, index, old, found }) => restoreOne(kind, index, old, found));

/** Returns the fields that the commands of a kind set, except those for one entry among many. */
const settable = (kind: ComponentKind): readonly (readonly string[])[] => [
  ...new Map(
    [...catalogue.values()]
      .filter(({ component }) => component === kind)
      .flatMap(({ sets, entry }) => [...Object.values(sets), ...(entry === undefined ? [] : [entry.list])])
      .map((path) => [path, path.split('.').slice(0, path.includes('{') ? 1 : undefined)] as const),
  ).values(),
];

/** Returns the settings that differ, each as its kind and as its field: `zone` and `zone.Setpoint`. */
export const changedSettings = (before: Before, now: Before): ReadonlySet<string> =>
  new Set(
    pairs(before, now).flatMap(({ kind, old, found }) =>
      settable(kind)
        .filter((path) => !isSame(at(found, path), at(old, path)))
        .flatMap(([field]) => [kind, `${kind}.${field}`]),
    ),
  );

/** Returns sentences about settings that differ from their previous values. */
export const notRestored = (before: Before, now: Before): readonly string[] =>
  pairs(before, now).flatMap(({ kind, index, old, found }) =>
    settable(kind)
      .filter((path) => at(old, path) !== undefined && !isSame(at(found, path), asCommanded(at(old, path))))
      .map((path) => {
        const name = kinds[kind].key === undefined ? kinds[kind].name : `${kinds[kind].name} ${index}`;
        const [is, was] = [at(found, path), at(old, path)].map((value) => JSON.stringify(value));
        return `${name}: ${path.join('.')} is ${is}, but was ${was}.`;
      }),
  );
