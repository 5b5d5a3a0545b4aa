import { type AnyCommand, type Effect, effectOf } from '@plenum/protocol/command';
import type { Speech } from '../bridge/speech.ts';
import { pause } from '../clock/clock.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { Line } from '../line/line.ts';
import { queryOf } from '../read/query-of.ts';
import { firstDifference, tells } from './expectation.ts';

/** What came of a command: `verified` where reading back showed it. */
export interface Done {
  readonly verified: boolean;
}

/** What a command needs: how to speak, whether to read back, and whether a newer write waits. */
export interface Performance {
  readonly line: Line;
  readonly speech: Speech;
  /** Undefined: for bridges that are not ours. */
  readonly verify: boolean | undefined;
  readonly isLatest: () => boolean;
}

/** A real device takes a moment before its answers show a command, in milliseconds. */
const settling = 250;

const lost = new Set(['timeout', 'hung-up', 'malformed']);
const isLost = (error: unknown): error is BridgeError => error instanceof BridgeError && lost.has(error.code);

type Look = 'shown' | 'cannot tell' | { readonly sentence: string };

const toLook = (datagram: unknown, expected: Effect): Look => {
  if (!tells(datagram, expected)) return 'cannot tell';
  const difference = firstDifference(datagram, expected);
  if (difference === undefined) return 'shown';
  const { path, sent, read } = difference;
  return {
    sentence: `${path.join('.')} reads ${JSON.stringify(read)}, not ${JSON.stringify(sent)}`,
  };
};

const look = async ({ line, speech }: Performance, expected: Effect): Promise<Look> => {
  const { kind, index } = expected;
  const { clock, signal } = line.options;
  await pause(clock, line.isOurs() ? 0 : settling, signal);
  try {
    const { components } = await speech.read(queryOf(kind), index);
    const found = components.find((each) => each.kind === kind && each.index === index);
    return found === undefined ? 'cannot tell' : toLook(found.datagram, expected);
  } catch (error) {
    if (error instanceof BridgeError && error.code !== 'closed') return 'cannot tell';
    throw error;
  }
};

/**
 * Sends a command and reads back whether it was done, where that shows: a real device may say OK and do nothing,
 * or do it and lose the answer (wire facts 7). What does not show is sent once more.
 * @throws BridgeError `refused`, `unverified`, and those of the line
 */
export const perform = async (command: AnyCommand, how: Performance): Promise<Done> => {
  const expected = effectOf(command);
  let last: Look = 'cannot tell';
  for (let attempt = 0; attempt < 2; attempt++) {
    const loss = await how.speech.deliver(command).then(
      () => undefined,
      (error: unknown) => {
        if (!isLost(error) || expected === undefined) throw error;
        return error;
      },
    );
    const wanted = loss !== undefined || (how.verify ?? !how.line.isOurs());
    if (expected === undefined || !wanted || !how.isLatest()) return { verified: false };
    last = await look(how, expected);
    if (last === 'shown') return { verified: true };
    if (last === 'cannot tell' && loss !== undefined) throw loss;
    if (last === 'cannot tell') return { verified: false };
  }
  const { sentence } = last as { sentence: string };
  throw new BridgeError('unverified', `${how.line.where} did not do ${command.name}: ${sentence}.`);
};
