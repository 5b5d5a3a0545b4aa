import { type Entity, entitiesOf, entityKinds, type HouseState, keyOf, toState } from '@plenum/entities';
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

/** The members in the summary of an entity. */
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

const isBrief = ({ kind }: Entity, key: string) =>
  Object.keys(kind.members).some((member) => brief.has(member) && keyOf(kind, member) === key);

const toBrief = (entity: Entity, house: HouseState) => ({
  thing: entity.path,
  ...Object.fromEntries(
    Object.entries(toState(entity, house)).filter(([key, value]) => value !== null && isBrief(entity, key)),
  ),
});

/** Returns all entities of a house by kind, each with a summary. */
export async function readHouse(house: AssistedHouse) {
  const datagrams = await house.datagrams();
  const all = entitiesOf(entityKinds, datagrams).map((entity) => ({ word: entity.kind.word, entity }));
  const kinds = Map.groupBy(all, ({ word }) => word);
  return Object.fromEntries(
    Array.from(kinds, ([word, of]) => [
      word,
      of.map(({ entity }) => toBrief(entity, toHouseState(datagrams))),
    ]),
  );
}

/** Finds an entity by its path (`zone/3`) or its name, ignoring case. */
const findEntity = (typed: string, datagrams: Datagrams): Entity => {
  const all = entitiesOf(entityKinds, datagrams);
  const wanted = typed.trim().toLowerCase();
  const nameOf = ({ source }: Entity) =>
    String((source as { Name?: unknown }).Name ?? '')
      .trim()
      .toLowerCase();
  const found = all.filter((entity) => entity.path === wanted);
  const named = found.length > 0 ? found : all.filter((entity) => nameOf(entity) === wanted);
  if (named.length === 1) return named[0]!;
  const paths = (named.length > 0 ? named : all).map(({ path }) => path);
  throw refused(
    named.length > 1
      ? `${typed} is ambiguous: ${paths.join(', ')}.`
      : `There is no ${typed} in this house. Use one of ${paths.join(', ')}.`,
  );
};

/** Returns all members of one entity. */
export async function readEntity(house: AssistedHouse, typed: string) {
  const datagrams = await house.datagrams();
  const entity = findEntity(typed, datagrams);
  return { thing: entity.path, ...toState(entity, toHouseState(datagrams)) };
}

export interface SetOptions {
  readonly allowGarage: boolean;
}

/** Sets or presses members of an entity, in order; returns its new state. */
export async function setEntity(
  house: AssistedHouse,
  { path, values }: { readonly path: string; readonly values: Readonly<Record<string, string>> },
  { allowGarage }: SetOptions,
) {
  const datagrams = await house.datagrams();
  const entity = findEntity(path, datagrams);
  const commands = Object.entries(values).flatMap(([member, typed]) => {
    const write = entity.kind.members[member]?.write;
    if (write === undefined) throw refused(`${entity.path} has no ${member} that can be set.`);
    return orThrow(write(typed, entity.source, toHouseState(datagrams)));
  });
  for (const command of commands)
    if (!allowGarage && movesGarageDoor(command, datagrams))
      orThrow(
        refuse('not-available', {
          facts: { what: 'moving-garage-door', reason: 'garage-not-opened', option: '--allow-garage' },
        }),
      );
  for (const command of commands) await house.command(command);
  return readEntity(house, entity.path);
}

/** Explains the state of a room or unit in sentences, and what would change it. */
export async function explainEntity(house: AssistedHouse, typed: string) {
  const entity = findEntity(typed, await house.datagrams());
  const kind = entity.kind.word;
  if (!isExplained(kind))
    throw refused(`There is no explanation for ${entity.path}, only for ${explainedKinds.join(', ')}.`);
  const { name, status, steps, changes } = await house.explain({ kind, index: entity.ids[0] ?? 0 });
  const toSentences = (list: readonly { readonly sentence: string }[]) =>
    list.map(({ sentence }) => sentence);
  return {
    name,
    status: status.sentence,
    why: toSentences(steps),
    what_would_change_it: toSentences(changes),
  };
}

/** Returns what the bridge suggests or does on its own, in sentences. */
export async function readAutomation(house: AssistedHouse) {
  const [{ settings, actions, past, spill }, { day, yesterday }] = await Promise.all([
    house.automation(),
    house.comfort(),
  ]);
  const toTime = (at: number) => new Date(at).toISOString();
  return {
    settings,
    actions: actions.map(({ kind, state, since, until, reason: { sentence } }) => ({
      kind,
      state,
      since: toTime(since),
      ...(until !== undefined && { until: toTime(until) }),
      why: sentence,
    })),
    past: past.map(({ kind, since, endedAt, ending, reason: { sentence } }) => ({
      kind,
      since: toTime(since),
      ended: toTime(endedAt),
      ending,
      why: sentence,
    })),
    next_24_hours: day.map(({ name, start, startsAt, reason }) => ({
      favourite: name,
      start: toTime(start),
      ...(startsAt !== undefined && { starts_early: toTime(startsAt) }),
      ...(reason !== undefined && { not_early_because: reason }),
    })),
    yesterday: yesterday.map(({ name, start, startsAt, startedAt, arrivedAt }) => ({
      favourite: name,
      start: toTime(start),
      ...(startsAt !== undefined && { planned: toTime(startsAt) }),
      ...(startedAt !== undefined && { started: toTime(startedAt) }),
      ...(arrivedAt !== undefined && { error_minutes: Math.round((arrivedAt - start) / 60_000) }),
    })),
    surplus_air: spill.map(({ from, energy, discomfort }) => ({
      from: toTime(from),
      energy_kwh: energy,
      discomfort_kelvin_hours: discomfort,
    })),
  };
}
