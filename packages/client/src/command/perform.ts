import { delay } from '@plenum/machine/clock';
import { type AnyCommand, type Effect, effectOf } from '@plenum/protocol/command';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';
import { queryOf } from '../read/query-of.ts';
import type { Session } from '../session/session.ts';
import { firstDifference, tells } from './expectation.ts';

/** The result of a command; `verified` if reading back showed it. */
export interface CommandResult {
  readonly verified: boolean;
}

/** How to send a command. */
export interface CommandContext {
  readonly connection: Connection;
  readonly session: Session;
  /** Whether to read back; undefined: unless the bridge is Plenum. */
  readonly verify: boolean | undefined;
  /** Whether no newer write to the same field waits. */
  readonly isLatest: () => boolean;
}

/** Time until the answers of a real device show a command, in milliseconds. */
const settleTime = 250;

const lost = new Set(['timeout', 'hung-up', 'malformed']);
const isLost = (error: unknown): error is BridgeError => error instanceof BridgeError && lost.has(error.code);

type ReadBack = 'shown' | 'unknown' | { readonly sentence: string };

const toReadBack = (datagram: unknown, expected: Effect): ReadBack => {
  if (!tells(datagram, expected)) return 'unknown';
  const difference = firstDifference(datagram, expected);
  if (difference === undefined) return 'shown';
  const { path, sent, read } = difference;
  return {
    sentence: `${path.join('.')} reads ${JSON.stringify(read)}, not ${JSON.stringify(sent)}`,
  };
};

const readBack = async ({ connection, session }: CommandContext, expected: Effect): Promise<ReadBack> => {
  const { kind, index } = expected;
  const { clock, signal } = connection.options;
  await delay(clock, connection.isPlenum() ? 0 : settleTime, signal);
  try {
    const { components } = await session.read(queryOf(kind), index);
    const found = components.find((each) => each.kind === kind && each.index === index);
    return found === undefined ? 'unknown' : toReadBack(found.datagram, expected);
  } catch (error) {
    if (error instanceof BridgeError && error.code !== 'closed') return 'unknown';
    throw error;
  }
};

/**
 * Sends a command and reads back whether it took effect, where a datagram shows that: a real device may answer OK and do
 * nothing, or do it and lose the answer (wire facts 7). A command without effect is sent once more.
 * @throws BridgeError `refused`, `unverified`, and those of the connection
 */
export const perform = async (command: AnyCommand, how: CommandContext): Promise<CommandResult> => {
  const expected = effectOf(command);
  let last: ReadBack = 'unknown';
  for (let attempt = 0; attempt < 2; attempt++) {
    const loss = await how.session.sendCommand(command).then(
      () => undefined,
      (error: unknown) => {
        if (!isLost(error) || expected === undefined) throw error;
        return error;
      },
    );
    const mustVerify = loss !== undefined || (how.verify ?? !how.connection.isPlenum());
    if (expected === undefined || !mustVerify || !how.isLatest()) return { verified: false };
    last = await readBack(how, expected);
    if (last === 'shown') return { verified: true };
    if (last === 'unknown' && loss !== undefined) throw loss;
    if (last === 'unknown') return { verified: false };
  }
  const { sentence } = last as { sentence: string };
  throw new BridgeError(
    'unverified',
    `${how.connection.where} did not carry out ${command.name}: ${sentence}.`,
  );
};
