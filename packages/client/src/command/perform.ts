import { type AnyCommand, type Effect, effectOf } from '@plenum/protocol/command';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { Connection } from '../exchange/connection.ts';
import type { BridgeSession } from '../session/session.ts';
import { effectsOfFavourite } from './favourite.ts';
import type { Knowledge } from './knowledge.ts';
import type { Difference, SentWrite } from './known-state.ts';
import { type Queue, supersedes, type WriteState } from './queue.ts';
import { writeKey } from './write-key.ts';

/** The result of a command; `verified` if reading it back confirmed it. */
export interface CommandResult {
  readonly verified: boolean;
}

/** Options for sending a command. */
export interface CommandOptions {
  /** True to read the command back; default: true unless the bridge is a Plenum bridge. */
  readonly verify?: boolean | undefined;
  /** Abort it when the result is no longer needed: a command that has not been sent yet is then not sent. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when the bridge has accepted the command, before it is read back. Not called if the answer was lost, since
   * then only a read shows whether the command was accepted.
   */
  readonly onAccepted?: (() => void) | undefined;
  /** `traceparent` (W3C Trace Context) to send with the command; a malformed one is omitted. */
  readonly traceparent?: string | undefined;
}

export interface CommandDeps {
  readonly connection: Connection;
  readonly session: BridgeSession;
  readonly queue: Queue;
  readonly knowledge: Knowledge;
  /** The newest command for each key; older ones are not sent again. */
  readonly newest: Map<string, NewestCommand>;
}

interface NewestCommand {
  readonly command: AnyCommand;
  /** Resolves when the bridge has accepted the command, or to `false` when it has failed. */
  readonly isAccepted: Promise<boolean>;
}

const lost = new Set(['timeout', 'hung-up', 'malformed']);
const isLost = (error: unknown): error is BridgeError => error instanceof BridgeError && lost.has(error.code);

/** Time within which a command without effect is repeated once, in ms; later its sender has given up. */
const maxTimeToRepeat = 20_000;

/**
 * Maximum delay for confirming a command that the bridge has accepted, in ms. Other vendors' clients give up after 3 s,
 * and an old value that a real bridge shows this early proves nothing (wire facts 7).
 */
export const confirmTime = 1_500;

/** A command that was sent: its write, if it is tracked, and the error if its answer was lost. */
interface Sent {
  readonly write: SentWrite | undefined;
  readonly loss: BridgeError | undefined;
}

/** True if a command presses the button of a garage door, or switches a lamp of unknown type. */
const mayPressDoor = ({ name, body }: AnyCommand, knowledge: Knowledge): boolean => {
  if (name !== 'LiOn') return false;
  const lamp = knowledge.find('lamp', body.No)?.datagram as { readonly Type?: string } | undefined;
  return lamp === undefined || abilitiesOf(lamp.Type).isGarageDoor;
};

/**
 * Returns the effects of a favourite on the unit and the zones; they are shown until the device shows them or others.
 */
const furtherEffectsOf = ({ name, body }: AnyCommand, { find }: Knowledge): readonly Effect[] =>
  name === 'FavouriteSet' ? effectsOfFavourite(body - 1, find) : [];

/** Sends a command once and records the values it writes, which replace older values until the device shows them. */
const sendOnce = async (
  command: AnyCommand,
  effect: Effect | undefined,
  { verify, isWanted, traceparent, onAccepted }: Omit<CommandOptions, 'signal'> & WriteState,
  { session, connection, knowledge }: CommandDeps,
): Promise<Sent> => {
  const begun = effect && knowledge.begin(effect);
  const further = furtherEffectsOf(command, knowledge).map(knowledge.begin);
  const forget = () => {
    for (const each of further) each.forget();
  };
  let loss: BridgeError | undefined;
  try {
    const untilConfirmed = verify !== false && onAccepted === undefined;
    const isOnce = mayPressDoor(command, knowledge);
    await session.sendCommand(command, { isWanted, traceparent, untilConfirmed, isOnce });
  } catch (error) {
    forget();
    if (!isLost(error) || effect === undefined) {
      begun?.forget();
      throw error;
    }
    loss = error;
  }
  if (knowledge.isFollowed()) for (const each of further) knowledge.accept(each);
  else forget();
  if (begun === undefined) return { write: undefined, loss };
  if (loss !== undefined) return { write: knowledge.lose(begun), loss };
  // The write is recorded even if a newer command waits, because that command may be dropped, and this one must then be
  // confirmed.
  const mustVerify = verify ?? !connection.isPlenum();
  if (mustVerify || knowledge.isFollowed()) {
    const write = knowledge.accept(begun);
    return { write: mustVerify ? write : undefined, loss };
  }
  begun.forget();
  return { write: undefined, loss };
};

const performOne = async (
  command: AnyCommand,
  { signal, onSent, ...options }: CommandOptions & { readonly onSent: () => void },
  deps: CommandDeps,
): Promise<CommandResult> => {
  const { queue, knowledge, connection } = deps;
  const effect = effectOf(command);
  const key = writeKey(command);
  let isSent = false;
  const send = (isRepeated: boolean) =>
    queue.write({
      key,
      isRepeated,
      body: command.body,
      signal,
      run: (state) => {
        isSent = true;
        return sendOnce(command, effect, { ...options, ...state }, deps);
      },
    });
  const unverified = (result: Difference) => {
    const { kind, field, read, sent } = result;
    const what = `${field} reads ${JSON.stringify(read)}, not ${JSON.stringify(sent)}`;
    const where = connection.where;
    return new BridgeError(
      'unverified',
      kind === 'unchanged'
        ? `${where} did not carry out ${command.name}: ${what}.`
        : `${where} shows something new after ${command.name}: ${what}. Somebody else may have changed it; it is not known whether the command was done.`,
      { difference: { field, read, sent } },
    );
  };
  const { clock } = connection.options;
  const startedAt = clock.now();
  /** Returns the reason for a missing answer, with the time that the caller of this command has waited. */
  const reasonOf = ({ code, message }: BridgeError) => {
    const seconds = Math.round((clock.now() - startedAt) / 100) / 10;
    return code === 'timeout'
      ? `${connection.where} did not answer within ${seconds} s`
      : message.replace(/\.$/, '');
  };
  /** Creates the error for a command with an unknown result; its text must not claim that the command failed. */
  const notKnown = (loss: BridgeError | undefined) => {
    const reason =
      loss === undefined ? `${connection.where} answered OK, but has not responded since` : reasonOf(loss);
    const sentence = `${reason}; it is not known whether ${command.name} was done.`;
    return new BridgeError(loss?.code ?? 'unverified', sentence, { cause: loss });
  };
  const notSent = (held: BridgeError) =>
    new BridgeError(held.code, `${reasonOf(held)}; ${command.name} was not sent.`, { cause: held });
  const wasHeld = queue.heldBy() !== undefined;
  /** Returns the newer command that sets everything this one sets, so that sending this one again would undo it. */
  const findNewer = () => {
    const newest = key === undefined ? undefined : deps.newest.get(key);
    const isNewer = newest !== undefined && newest.command !== command;
    return isNewer && supersedes(newest.command.body, command.body) ? newest : undefined;
  };
  let sentBefore: Difference | undefined;
  for (let isRepeated = false; ; isRepeated = true) {
    const { write, loss } = await send(isRepeated).catch((error: unknown) => {
      // A command that failed must not supersede another.
      if (key !== undefined && deps.newest.get(key)?.command === command) deps.newest.delete(key);
      // The first attempt may still take effect.
      if (sentBefore !== undefined && error instanceof BridgeError && error.wasNotSent)
        throw unverified(sentBefore);
      if (!(error instanceof BridgeError)) throw error;
      const isHeld = error === queue.heldBy();
      if (isSent && (isHeld || isLost(error))) throw notKnown(error);
      throw isHeld && !wasHeld ? notSent(error) : error;
    });
    if (loss === undefined) {
      onSent();
      options.onAccepted?.();
    }
    if (write === undefined) return { verified: false };
    const result = await knowledge.confirm(write);
    // If the answers to this command and to the newer one were lost, neither may have been carried out.
    const isSuperseded = result.kind === 'superseded' && loss !== undefined;
    if (isSuperseded && (await findNewer()?.isAccepted) === false) throw notKnown(loss);
    if (result.kind === 'unread' || (result.kind === 'unknown' && loss !== undefined)) throw notKnown(loss);
    if (!('field' in result)) return { verified: result.kind === 'shown' };
    if (result.kind === 'unchanged' && !isRepeated) {
      // If a newer command waits, it may still be dropped; the queue then sends this one in its place.
      sentBefore = result;
      if (queue.hasNewer({ key, body: command.body })) continue;
      if (await findNewer()?.isAccepted) return { verified: false };
    }
    const isInTime = clock.now() - startedAt < maxTimeToRepeat && !signal?.aborted;
    const mayRepeat = result.kind === 'unchanged' && key !== undefined && isInTime;
    if (isRepeated || !mayRepeat) throw unverified(result);
  }
};

/**
 * Sends a command and, if its effect is visible in a datagram, reads it back. A real device may answer OK and do
 * nothing, or act and lose the answer, and it may take seconds to show the change (wire facts 7). If a setting still
 * shows no effect after that time, it is sent once more; a command that starts something is never repeated. @throws
 * BridgeError `refused`, `unverified`, and those of the connection
 */
export function perform(
  command: AnyCommand,
  options: CommandOptions,
  deps: CommandDeps,
): Promise<CommandResult> {
  const key = writeKey(command);
  const { promise: isAccepted, resolve } = Promise.withResolvers<boolean>();
  const onSent = () => resolve(true);
  const performed = performOne(command, { ...options, onSent }, deps);
  performed.then(onSent, () => resolve(false));
  if (key !== undefined) deps.newest.set(key, { command, isAccepted });
  return performed;
}
