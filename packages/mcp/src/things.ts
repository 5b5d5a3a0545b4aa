import { type HouseState, keyOf, type Thing, thingKinds, thingsOf, toState } from '@plenum/entities';
import { explainedKinds, isExplained } from '@plenum/insight/explain';
import { movesGarageDoor } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import { type Result, refuse, toSentence } from '@plenum/protocol/refusal';
import type { AssistedHouse } from './house.ts';
import { refused } from './refused.ts';

const orThrow = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw refused(toSentence(result.refusal));
};

const toHouseState = (datagrams: Datagrams): HouseState => ({ datagrams, energy: undefined });

/** The members that say at a glance how a thing is. */
const brief = new Set([
  'name',
  'type',
  'status',
  'on',
  'mode',
  'setpoint',
  'temperature',
  'target_set_by',
  'fault',
  'filter',
  'enabled',
  'running',
  'state',
  'power',
  'brightness',
  'cover',
]);

const isBrief = ({ kind }: Thing, key: string) =>
  Object.keys(kind.members).some((member) => brief.has(member) && keyOf(kind, member) === key);

const toBrief = (thing: Thing, house: HouseState) => ({
  thing: thing.path,
  ...Object.fromEntries(
    Object.entries(toState(thing, house)).filter(([key, value]) => value !== null && isBrief(thing, key)),
  ),
});

/** Every thing of a house by kind, with what matters at a glance. */
export const readHouse = async (house: AssistedHouse) => {
  const datagrams = await house.datagrams();
  const all = thingsOf(thingKinds, datagrams).map((thing) => ({ word: thing.kind.word, thing }));
  const kinds = Map.groupBy(all, ({ word }) => word);
  return Object.fromEntries(
    Array.from(kinds, ([word, of]) => [word, of.map(({ thing }) => toBrief(thing, toHouseState(datagrams)))]),
  );
};

/** A thing by its path (`zone/3`) or its name, in any case. */
const findThing = (typed: string, datagrams: Datagrams): Thing => {
  const all = thingsOf(thingKinds, datagrams);
  const wanted = typed.trim().toLowerCase();
  const nameOf = ({ source }: Thing) =>
    String((source as { Name?: unknown }).Name ?? '')
      .trim()
      .toLowerCase();
  const found = all.filter((thing) => thing.path === wanted);
  const named = found.length > 0 ? found : all.filter((thing) => nameOf(thing) === wanted);
  if (named.length === 1) return named[0]!;
  const paths = (named.length > 0 ? named : all).map(({ path }) => path);
  throw refused(
    named.length > 1
      ? `${typed} is ambiguous: ${paths.join(', ')}.`
      : `There is no ${typed} in this house; there are ${paths.join(', ')}.`,
  );
};

/** All that is known of one thing. */
export const readThing = async (house: AssistedHouse, typed: string) => {
  const datagrams = await house.datagrams();
  const thing = findThing(typed, datagrams);
  return { thing: thing.path, ...toState(thing, toHouseState(datagrams)) };
};

export interface SetOptions {
  /** Whether a garage door may be moved. */
  readonly allowGarage: boolean;
}

/** Sets members of a thing, or presses them, in their order; says how the thing is then. */
export const setThing = async (
  house: AssistedHouse,
  { path, values }: { readonly path: string; readonly values: Readonly<Record<string, string>> },
  { allowGarage }: SetOptions,
) => {
  const datagrams = await house.datagrams();
  const thing = findThing(path, datagrams);
  const commands = Object.entries(values).flatMap(([member, typed]) => {
    const write = thing.kind.members[member]?.write;
    if (write === undefined) throw refused(`${thing.path} has no ${member} that can be set.`);
    return orThrow(write(typed, thing.source, toHouseState(datagrams)));
  });
  for (const command of commands)
    if (!allowGarage && movesGarageDoor(command, datagrams))
      orThrow(
        refuse('not-available', {
          facts: { what: 'Moving a garage door', why: 'it opens the house, and --allow-garage is not set' },
        }),
      );
  for (const command of commands) await house.command(command);
  return readThing(house, thing.path);
};

/** Why a room or unit is as it is, as sentences, with what would change it. */
export const explainThing = async (house: AssistedHouse, typed: string) => {
  const thing = findThing(typed, await house.datagrams());
  const kind = thing.kind.word;
  if (!isExplained(kind)) throw refused(`${thing.path} is not explained; ${explainedKinds.join(', ')} are.`);
  const { name, status, steps, changes } = await house.explain({ kind, index: thing.ids[0] ?? 0 });
  const toSentences = (list: readonly { readonly sentence: string }[]) =>
    list.map(({ sentence }) => sentence);
  return {
    name,
    status: status.sentence,
    why: toSentences(steps),
    what_would_change_it: toSentences(changes),
  };
};
