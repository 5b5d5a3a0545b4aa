import type { Quirks } from '@plenum/protocol/quirks';
import type { Answer } from './answer.ts';

/** A response in the bytes that a device with quirks sends. */
export interface QuirkyAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Returns the members of an object with keys in the spelling of the quirks, and without the last member if the quirks
 * omit keys.
 */
const toMembers = (value: object, quirks: Quirks, isEnvelope: boolean): [string, unknown][] => {
  const members = Object.entries(value);
  const kept = quirks['missing-keys'] && !isEnvelope ? members.slice(0, -1) : members;
  if (!quirks['key-case'] || isEnvelope) return kept;
  return kept.map(([key, inner]) => [`${key.slice(0, 1).toLowerCase()}${key.slice(1)}`, inner]);
};

/**
 * Writes JSON as a device with quirks does. The keys of the envelope stay, since clients could not read a response
 * without them.
 */
const toText = (value: unknown, quirks: Quirks, isEnvelope = false): string => {
  if (Array.isArray(value)) return `[${value.map((each) => toText(each, quirks)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = toMembers(value, quirks, isEnvelope);
    return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${toText(inner, quirks)}`).join(',')}}`;
  }
  if (quirks['boolean-texts'] && (value === true || value === false || value === 0 || value === 1))
    return value ? '"true"' : '"false"';
  if (quirks.floats && Number.isInteger(value)) return `${value}.0`;
  return JSON.stringify(value);
};

const nameBytes = 16;
const nameMember = /("(?:Name|Name\d)":")((?:[^"\\]|\\.)*)(")/g;

/**
 * Writes a name to a buffer of 16 bytes: Latin-1 without padding, or UTF-8 padded with 0xFF or with NUL and older
 * content.
 */
const padName = (name: string, quirk: Quirks['padded-names']): string => {
  if (quirk === 'latin1') return name;
  const bytes = Buffer.from(name).toString('latin1').slice(0, nameBytes);
  if (quirk === 'ff') return bytes.padEnd(nameBytes, '\u00ff');
  return bytes.length >= nameBytes
    ? bytes
    : `${bytes}\0${'old name of it'.slice(0, nameBytes - bytes.length - 1)}`;
};

/** Encodes a text, with names as the quirk requires. */
const toBytes = (text: string, quirk: Quirks['padded-names']): Buffer => {
  if (quirk === undefined) return Buffer.from(text);
  const parts: Buffer[] = [];
  let at = 0;
  for (const match of text.matchAll(nameMember)) {
    const [whole, head = '', name = '', tail = ''] = match;
    parts.push(Buffer.from(text.slice(at, match.index) + head));
    parts.push(Buffer.from(padName(name, quirk), 'latin1'), Buffer.from(tail));
    at = match.index + whole.length;
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(at))]);
};

const commandAnswers = { braces: '{OK}', quotes: '"OK"', nothing: '' } as const;

const changesJson: readonly (keyof Quirks)[] = ['missing-keys', 'key-case', 'floats', 'boolean-texts'];

const toReadText = (text: string, quirks: Quirks): string => {
  const written = changesJson.some((name) => quirks[name])
    ? toText(JSON.parse(text), quirks, !text.startsWith('['))
    : text;
  return quirks['ok-after-json'] ? `${written}{OK}` : written;
};

/** Converts a response of the interface to the response of a device with these quirks. */
export function toQuirkyAnswer(
  { status, type, text, refusal }: Answer,
  { quirks, isCommand }: { readonly quirks: Quirks; readonly isCommand: boolean },
): QuirkyAnswer {
  if (refusal !== undefined && quirks['result-answers'])
    return { status: 200, type, body: Buffer.from('InvalidRequest') };
  if (refusal !== undefined)
    return { status: quirks['error-200'] ? 200 : status, type, body: Buffer.from(text) };
  if (isCommand) {
    const form = quirks['command-answer'];
    return { status, type, body: Buffer.from(form === undefined ? text : commandAnswers[form]) };
  }
  return { status, type, body: toBytes(toReadText(text, quirks), quirks['padded-names']) };
}
