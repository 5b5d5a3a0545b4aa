import { entitiesOf, entityKinds, type HouseState, isOperation } from '@plenum/entities';
import { maxBytes, parseBody } from '@plenum/protocol/check';
import { type AnyCommand, catalogue, checkCommand, movesGarageDoor } from '@plenum/protocol/command';
import { ok, type Refusal, type Result, refuse, toSentence } from '@plenum/protocol/refusal';
import { toPlainText } from '@plenum/protocol/text';
import type { Purpose } from './topics.ts';

/** Maximum length of a value under `set/`, in bytes; the longest name has 15. */
export const maxTyped = 200;
const maxRequestId = 64;

/** The commands for a message, and the id for its response. */
export interface Request {
  readonly requestId: string | undefined;
  readonly wanted: Result<readonly AnyCommand[]>;
}

/** The result of a request, as published on the topic `answer`. */
export interface AnswerMessage {
  readonly requestId?: string;
  /** The last levels of the message's topic: `zone/3/set/setpoint`. */
  readonly topic: string;
  readonly ok: boolean;
  readonly code?: string;
  readonly refusal?: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const toText = (payload: Uint8Array, most: number): Result<string> => {
  if (payload.byteLength > most) return refuse('too-large', { facts: { most } });
  try {
    return ok(utf8.decode(payload));
  } catch {
    return refuse('not-utf8');
  }
};

const without = (wanted: Request['wanted']): Request => ({ requestId: undefined, wanted });

/** The member that opens or shuts a garage door, depending on its contact; no other member moves one. */
const doorMember = 'cover';

/** The house that receives a message. */
interface RequestedHouse {
  readonly house: HouseState;
  /** True if messages may move garage doors. */
  readonly allowGarage: boolean;
}

/** Checks that a broker may send a command, since many programs in a home can access it. */
const allow = (
  command: AnyCommand,
  { house: { datagrams }, allowGarage }: RequestedHouse,
  member?: string,
): Result<readonly AnyCommand[]> => {
  if (!isOperation(catalogue.get(command.name)!))
    return refuse('not-available', {
      path: [command.name],
      facts: { what: 'named', name: command.name, reason: 'installers-command', protocol: 'MQTT' },
    });
  if (!movesGarageDoor(command, datagrams)) return ok([command]);
  const path = [command.name];
  if (!allowGarage)
    return refuse('not-available', {
      path,
      facts: { what: 'moving-garage-door', reason: 'garage-not-opened', option: '--mqtt-allow-garage' },
    });
  if (member === doorMember) return ok([command]);
  return refuse('not-available', { path, facts: { what: 'press', reason: 'door-pressed' } });
};

/** Returns the commands for a value under `set/`. */
const readSet = (
  { word, ids, member }: Purpose & { for: 'set' },
  payload: Uint8Array,
  requested: RequestedHouse,
): Request['wanted'] => {
  const { house } = requested;
  const path = [word, ...ids].join('/');
  const typed = toText(payload, maxTyped);
  if (!typed.ok) return typed;
  const kinds = entityKinds.filter((kind) => kind.word === word);
  const found = entitiesOf(kinds, house.datagrams).find((entity) => entity.path === path);
  if (found === undefined) return refuse('unknown-path', { input: path });
  const { members } = found.kind;
  const write = Object.hasOwn(members, member) ? members[member]!.write : undefined;
  if (write !== undefined) {
    const wanted = write(typed.value, found.source, house);
    if (!wanted.ok) return wanted;
    return wanted.value.map((command) => allow(command, requested, member)).find(({ ok }) => !ok) ?? wanted;
  }
  const choices = Object.keys(members).filter((each) => members[each]!.write !== undefined);
  return refuse('unknown-key', { input: member, facts: { keys: choices } });
};

const readRequestId = (value: unknown): Result<string | undefined> => {
  if (value === undefined) return ok(undefined);
  const isShort = typeof value === 'string' && value.length <= maxRequestId && toPlainText(value) === value;
  if (isShort) return ok(value);
  const expected = `a text of at most ${maxRequestId} characters`;
  return refuse('wrong-type', { path: ['requestId'], input: value, facts: { expected } });
};

/** Reads a command of the interface, `{"ZoneSetpoint":{...},"requestId":"..."}`, with values as on the wire. */
const readCommand = (payload: Uint8Array, requested: RequestedHouse): Request => {
  const text = toText(payload, maxBytes);
  if (!text.ok) return without(text);
  const parsed = parseBody(text.value);
  if (!parsed.ok) return without(parsed);
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return without(refuse('not-an-object', { facts: { expected: 'one command' } }));
  const { requestId: given, ...body } = parsed.value as Record<string, unknown>;
  const id = readRequestId(given);
  if (!id.ok) return without(id);
  const checked = checkCommand(body);
  return { requestId: id.value, wanted: checked.ok ? allow(checked.value, requested) : checked };
};

/** Reads a message that contains a request. */
export const readRequest = (
  purpose: Purpose & { for: 'set' | 'command' },
  payload: Uint8Array,
  requested: RequestedHouse,
): Request =>
  purpose.for === 'set' ? without(readSet(purpose, payload, requested)) : readCommand(payload, requested);

/** Returns the response to a refused request. */
export const toRefused = (topic: string, refusal: Refusal, requestId?: string): AnswerMessage => ({
  ...(requestId !== undefined && { requestId }),
  topic,
  ok: false,
  code: refusal.code,
  refusal: toSentence(refusal),
});
