import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** Datagrams by the name of their component. */
type Components = ReadonlyMap<string, object>;

/** Returns a finding for each component that differs from the expected one, is missing, or should not exist. */
export const findDifferences = (title: string, expected: Components, actual: Components): string[] =>
  [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((id) => !isDeepStrictEqual(expected.get(id), actual.get(id)))
    .map(
      (id) => `${title}: ${id} is ${JSON.stringify(actual.get(id))}, not ${JSON.stringify(expected.get(id))}`,
    );

/** Number of executions of each command, by its unique name. */
type Executed = ReadonlyMap<string, number>;

/** Returns a finding for each command that was executed more than once. */
export const findRepeated = (executed: Executed): string[] =>
  [...executed]
    .filter(([, count]) => count > 1)
    .map(([name, count]) => `${name} was executed ${count} times`);

/** Returns a finding for each acknowledged command that was not executed. */
export const findLost = (acknowledged: readonly string[], executed: Executed): string[] =>
  acknowledged
    .filter((name) => !executed.has(name))
    .map((name) => `${name} was acknowledged and not executed`);

/** Searches again every `every` ms until there are no findings; resolves to those that remain after `within` ms. */
export async function findUntilNone(
  find: () => Promise<readonly string[]>,
  { within, every }: { readonly within: number; readonly every: number },
): Promise<readonly string[]> {
  const end = Date.now() + within;
  for (;;) {
    const findings = await find().catch((error: Error) => [String(error)]);
    if (findings.length === 0 || Date.now() > end) return findings;
    await pause(every);
  }
}
