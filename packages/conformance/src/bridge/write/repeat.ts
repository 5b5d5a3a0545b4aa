import { type Clock, delay } from '@plenum/platform/clock';
import { judgeRows, type Row, type RowResult, toContested } from '../../row.ts';
import type { BridgeEvidence } from '../evidence.ts';

/** Repeats parts of a check of a bridge. */
interface RepeatDeps {
  /** Reads the settings of all components, and returns those that differ from the last time: `zone`, `zone.Setpoint`. */
  readonly findChanges: () => Promise<ReadonlySet<string>>;
  /** Reads the bridge again, and sends these commands again; returns the evidence with what has now been observed. */
  readonly observeAgain: (commands: readonly string[]) => Promise<BridgeEvidence>;
  /** True if the bridge no longer responds. */
  readonly isLost: () => boolean;
  readonly clock: Clock;
}

/** Maximum number of repetitions. */
const maxRounds = 3;
/** Time without a change after which a moment counts as quiet, in ms, and the number of times to wait for one. */
const quietTime = 1_000;
const maxWaits = 3;

const isBroken = ({ outcome }: RowResult) => outcome !== 'passed' && outcome !== 'untested';

const overlaps = ({ compares }: Row<BridgeEvidence>, changes: ReadonlySet<string>): boolean =>
  compares === 'any' ? changes.size > 0 : (compares ?? []).some((name) => changes.has(name));

/**
 * Judges rows. A broken row that compares values of different moments is judged again with a new observation in a quiet
 * moment, up to three times. If the values that it compares change although this check sends nothing, it is contested:
 * another client writes, or the bridge changes them.
 */
export async function judgeRepeatedly(
  rows: readonly Row<BridgeEvidence>[],
  evidence: BridgeEvidence,
  deps: RepeatDeps,
): Promise<readonly RowResult[]> {
  const results = new Map(judgeRows(rows, evidence).map((result, at) => [rows[at]!, result] as const));
  const doubtful = () =>
    rows.filter((row) => row.compares !== undefined && isBroken(results.get(row)!) && !deps.isLost());
  const findContested = (changes: ReadonlySet<string>) => doubtful().filter((row) => overlaps(row, changes));

  const watch = async (): Promise<ReadonlySet<string>> => {
    await deps.findChanges();
    await delay(deps.clock, quietTime);
    return deps.findChanges();
  };

  let contested: readonly Row<BridgeEvidence>[] = [];
  let { writes } = evidence;
  for (let round = 0; round < maxRounds && doubtful().length > 0; round++) {
    const repeated = doubtful();
    let changes = await watch();
    for (let wait = 1; wait < maxWaits && findContested(changes).length > 0; wait++) changes = await watch();
    const seen = await deps.observeAgain([...new Set(repeated.flatMap(({ command = [] }) => command))]);
    if (deps.isLost()) break;
    ({ writes } = seen);
    for (const [at, result] of judgeRows(repeated, seen).entries()) results.set(repeated[at]!, result);
    contested = findContested(new Set([...changes, ...(await watch())]));
    if (contested.length === 0) break;
  }
  for (const row of contested) results.set(row, toContested(results.get(row)!));
  if (writes !== undefined && writes !== evidence.writes) {
    // Other rows are about all commands, so commands that were disturbed must not count there either.
    const disturbed = new Set(contested.map(({ command }) => command));
    const attempts = writes.attempts.filter(({ command }) => !disturbed.has(command));
    const others = rows.filter((row) => row.compares === undefined && isBroken(results.get(row)!));
    const judged = judgeRows(others, { ...evidence, writes: { ...writes, attempts } });
    for (const [at, result] of judged.entries()) results.set(others[at]!, result);
  }
  return [...results.values()];
}
