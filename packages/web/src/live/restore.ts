import { type CommandName, catalogue } from '@plenum/protocol/command';
import { type ComponentKind, type Datagrams, findDatagram, indexOf } from '@plenum/protocol/component';
import { factsOf } from '@plenum/protocol/field';
import { commandsFor, inputsOf, toBody } from '../definition/form-values.ts';

export type Sent = readonly [name: CommandName, body: unknown];

const isSetting = (kind: string | undefined) => kind !== 'name' && kind !== 'percent';

/** Returns the commands that set a single field of a kind of component, except names and limits. */
const settersOf = (kind: ComponentKind) =>
  commandsFor(catalogue.values(), kind).flatMap((command) => {
    const [first, second] = inputsOf(command);
    const path = first && command.sets[first[0]];
    if (first === undefined || second !== undefined || path === undefined) return [];
    const { kind: of } = factsOf(first[1]);
    return isSetting(of) ? [{ command, key: first[0], path, isSwitch: of === 'flag' }] : [];
  });

/**
 * Off comes first, because a component that is off accepts other modes. On comes after the modes. Timers come last,
 * because they start when they are set.
 */
const rankOf = (name: string, isSwitch: boolean, value: unknown): number => {
  if (isSwitch) return value === 0 ? 0 : 2;
  return /SleepTimer$/.test(name) ? 3 : 1;
};

/**
 * Returns the commands that restore the previous settings of components: settings that differ now, and settings that a
 * command has changed, because its effect may not have been reported yet.
 */
export function restoringCommands(
  before: Datagrams,
  after: readonly Datagrams[],
  kinds: readonly ComponentKind[],
): readonly Sent[] {
  const found: { rank: number; sent: Sent }[] = [];
  for (const kind of kinds)
    for (const one of before[kind] as readonly object[])
      for (const { command, key, path, isSwitch } of settersOf(kind)) {
        const index = indexOf(kind, one);
        const read = (from: object | undefined) => (from as Record<string, unknown> | undefined)?.[path];
        const value = read(one);
        const isChanged = after.some((each) => {
          const other = findDatagram(each, kind, index);
          return other !== undefined && read(other) !== value;
        });
        if (value === undefined || !isChanged) continue;
        const body = toBody(command, index, { [key]: value });
        found.push({
          rank: rankOf(command.name, isSwitch, value),
          sent: [command.name as CommandName, body],
        });
      }
  return found.toSorted((a, b) => a.rank - b.rank).map(({ sent }) => sent);
}
