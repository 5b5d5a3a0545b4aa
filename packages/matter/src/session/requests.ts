import type { House, HouseCommandResult } from '@plenum/client/house';
import { type Entity, type HouseState, isOperation } from '@plenum/entities';
import { type Clock, delay } from '@plenum/platform';
import type { QuietWarning } from '@plenum/platform/quiet-log';
import { type AnyCommand, catalogue, movesGarageDoor } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { abilitiesOf, type DoorAim, longestDoorTravel } from '@plenum/protocol/lighting';
import { ok, type Result, refuse, toSentence } from '@plenum/protocol/refusal';
import type { Requested } from '../device/device.ts';
import { createDoorMoves, type DoorMoves } from './door-moves.ts';

interface RequestsDeps {
  readonly house: House;
  readonly state: () => HouseState;
  /** Returns the current entity; `undefined` once it has disappeared. */
  readonly find: () => Entity | undefined;
  readonly clock: Clock;
  /** True if controllers may move garage doors. */
  readonly allowGarage: boolean;
  readonly warn: QuietWarning;
  /** Called when the actual state of the entity may be shown again. */
  readonly onSettled: () => void;
}

/** The requests from controllers for one entity. */
export interface EntityRequests {
  /**
   * Performs a request; rejects with the reason if it is refused. A request that waits for a slow house resolves as
   * done, and newer requests replace it.
   */
  readonly perform: (request: Requested) => Promise<HouseCommandResult>;
  /** True while the house does not yet show the requested values, so its current state would be stale. */
  readonly isPending: () => boolean;
}

/** Maximum time in ms that a controller waits for the response from the house. */
const answerTimeout = 1_500;
/** Maximum delay in ms between the response from a house and its new state. */
const settleTime = 3_000;

/** Error codes after which a command may have been executed anyway. */
const unknownResults: ReadonlySet<string> = new Set([
  'timeout',
  'hung-up',
  'malformed',
  'unverified',
  'unconfirmed',
]);

/**
 * Checks that a controller may send a command: it must operate the house, and may move a garage door only if that is
 * allowed.
 */
const allow = (command: AnyCommand, { datagrams }: HouseState, allowGarage: boolean): Result<AnyCommand> => {
  if (!isOperation(catalogue.get(command.name)!))
    return refuse('not-available', {
      path: [command.name],
      facts: { what: 'named', name: command.name, reason: 'installers-command', protocol: 'Matter' },
    });
  if (!allowGarage && movesGarageDoor(command, datagrams))
    return refuse('not-available', {
      path: [command.name],
      facts: { what: 'moving-garage-door', reason: 'garage-not-opened', option: '--matter-allow-garage' },
    });
  return ok(command);
};

/** Returns the garage door in a request and the requested direction. */
const readDoorRequest = ({ cover }: Requested, { source }: Entity) => {
  const door = source as DatagramOf<'lamp'>;
  if (cover === undefined || !abilitiesOf(door.Type).isGarageDoor) return undefined;
  return { door, aim: cover as DoorAim };
};

interface ToCommandsDeps {
  readonly house: HouseState;
  readonly allowGarage: boolean;
  readonly moves: DoorMoves;
}

/** Returns the commands of a request, or the reason why one of them is refused. */
const toCommands = (
  request: Requested,
  entity: Entity,
  { house, allowGarage, moves }: ToCommandsDeps,
): Result<AnyCommand[]> => {
  const { kind, source } = entity;
  const doorRequest = readDoorRequest(request, entity);
  const underWay = doorRequest && moves.underWay(doorRequest.door);
  if (doorRequest !== undefined && underWay !== undefined) {
    if (underWay === doorRequest.aim) return ok([]);
    return refuse('not-available', {
      path: ['LiOn'],
      input: doorRequest.aim,
      facts: { what: 'numbered-garage-door', lamp: doorRequest.door.Index, reason: 'door-moving' },
    });
  }
  const commands: AnyCommand[] = [];
  for (const [member, typed] of Object.entries(request)) {
    const wanted = kind.members[member]!.write!(typed, source, house);
    if (!wanted.ok) return wanted;
    for (const command of wanted.value) {
      const allowed = allow(command, house, allowGarage);
      if (!allowed.ok) return allowed;
      commands.push(allowed.value);
    }
  }
  return ok(commands);
};

/** Returns the value that a member shows once a payload is executed: a valve after `close` is closed. */
const shownAs = (typed: string) => (typed === 'close' ? 'closed' : typed);

/** True if one request contains every member of another. */
const isPartOf = (one: Requested, other: Requested) =>
  Object.entries(one).every(([member, typed]) => other[member] === typed);

export function createRequests(deps: RequestsDeps): EntityRequests {
  const { house, state, find, clock, allowGarage, warn, onSettled } = deps;
  const moves = createDoorMoves(clock);
  const read = (request: Requested, entity: Entity) =>
    toCommands(request, entity, { house: state(), allowGarage, moves });
  let running: { readonly request: Requested; readonly result: Promise<HouseCommandResult> } | undefined;
  let waiting: Requested | undefined;
  const expected = new Map<string, string>();
  let cancelSettle = () => {};

  const send = async (request: Requested): Promise<HouseCommandResult> => {
    const entity = find();
    const gone = refuse('unknown-path', { input: 'it' });
    const wanted = entity === undefined ? gone : read(request, entity);
    if (!wanted.ok) return { ok: false, code: wanted.refusal.code, sentence: toSentence(wanted.refusal) };
    if (wanted.value.length === 0) return { ok: true };
    const doorRequest = readDoorRequest(request, entity!);
    if (doorRequest !== undefined) moves.onPress(doorRequest.aim);
    const result = await house.command(wanted.value);
    if (!result.ok && !unknownResults.has(result.code)) moves.onFailure();
    return result;
  };

  const settleTimeOf = (request: Requested) => {
    const entity = find();
    return entity !== undefined && readDoorRequest(request, entity)?.aim === 'close'
      ? longestDoorTravel
      : settleTime;
  };

  const settle = (request: Requested, result: HouseCommandResult) => {
    running = undefined;
    if (waiting !== undefined) {
      const next = waiting;
      waiting = undefined;
      start(next);
      return;
    }
    if (!result.ok) for (const member of Object.keys(request)) expected.delete(member);
    cancelSettle();
    cancelSettle = clock.after(settleTimeOf(request), () => {
      expected.clear();
      onSettled();
    });
    onSettled();
  };

  const start = (request: Requested): Promise<HouseCommandResult> => {
    for (const [member, typed] of Object.entries(request)) expected.set(member, typed);
    const result = send(request).catch((error: unknown): HouseCommandResult => {
      warn('A request of a Matter controller failed unexpectedly.', { err: error, request });
      return { ok: false, code: 'internal', sentence: toSentence(refuse('internal').refusal) };
    });
    running = { request, result };
    void result.then((found) => settle(request, found));
    return result;
  };

  const orTimeout = (result: Promise<HouseCommandResult>): Promise<HouseCommandResult> => {
    const stop = new AbortController();
    const late = delay(clock, answerTimeout, stop.signal).then((): HouseCommandResult => ({ ok: true }));
    return Promise.race([result, late]).finally(() => stop.abort());
  };

  /** True if a request would change nothing: the requested state is shown, or the door is moving to it. */
  const isDone = (request: Requested, { kind, source }: Entity) =>
    Object.entries(request).every(([member, typed]) => {
      const shown = kind.members[member]!.read?.(source, state());
      return (expected.get(member) ?? String(shown)) === (expected.has(member) ? typed : shownAs(typed));
    });

  return {
    perform: async (request) => {
      const entity = find();
      if (entity !== undefined) {
        const wanted = read(request, entity);
        if (!wanted.ok) return { ok: false, code: wanted.refusal.code, sentence: toSentence(wanted.refusal) };
        if (running === undefined && isDone(request, entity)) return { ok: true };
      }
      if (!house.isReachable())
        return { ok: false, code: 'unreachable', sentence: 'The bridge does not answer.' };
      if (running === undefined) return orTimeout(start(request));
      if (waiting === undefined && isPartOf(request, running.request)) return orTimeout(running.result);
      waiting = { ...waiting, ...request };
      for (const [member, typed] of Object.entries(request)) expected.set(member, typed);
      return { ok: true };
    },
    isPending: () => {
      if (running !== undefined) return true;
      const entity = find();
      if (entity === undefined) return false;
      for (const [member, typed] of expected) {
        const shown = entity.kind.members[member]?.read?.(entity.source, state());
        if (String(shown) === shownAs(typed)) expected.delete(member);
      }
      return expected.size > 0;
    },
  };
}
