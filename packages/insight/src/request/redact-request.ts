import { type Dialect, fromWire } from '@plenum/protocol/dialect';
import type { QueryTexts } from '@plenum/protocol/endpoint';
import { isRecord } from '@plenum/protocol/json';
import { scrubJson } from '../diagnostics/scrub-json.ts';
import { collectVocabulary, type Vocabulary } from './vocabulary.ts';

/** A part of a request without texts that people chose. */
export interface Redacted {
  readonly text: string;
  /** True if something was replaced or left out. */
  readonly isRedacted: boolean;
}

export interface Redaction {
  /** Returns the JSON text of a body, in the words of the interface; undefined if it is too long or is not JSON. */
  readonly body: (text: string) => Redacted | undefined;
  /** Returns a query, with the question mark; empty if nothing is left of it. */
  readonly query: (query: QueryTexts) => Redacted;
  /** Returns the name and version in a `User-Agent` header. */
  readonly client: (header: string | undefined) => string | undefined;
}

export interface RedactionRules {
  /** The dialect of the bodies. */
  readonly dialect: Dialect;
  /** Maximum size of a body in bytes. */
  readonly maxBody: number;
  /** True for further texts that are kept, such as ids. */
  readonly isPlain?: (text: string) => boolean;
}

const redacted = '<text>';

/** Texts that cannot be a name or a secret: dates, times of day, and numbers of two digits. */
const plainTexts = /^(?:\d{4}-\d\d-\d\d|\d\d?:\d\d|-?\d{1,2}(?:\.\d{1,2})?)?$/;
const plainNumber = /^-?\d{1,15}(?:\.\d{1,3})?$/;

/** Nesting and length of bodies that are kept; larger than those of every command. */
const maxDepth = 6;
const maxEntries = 64;

/** A `User-Agent` begins with a name and a version. */
const product = /^([A-Za-z][A-Za-z-]{0,30}\/\d{1,4}(?:\.\d{1,4}){0,3})(?:\s|$)/;

/** Number of bodies, without secrets, that are recognized when they are sent again. */
const maxPlain = 256;
const maxPlainLength = 256;

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

/** Removes names, keys and other texts that people chose from requests, as diagnostics bundles do. */
export const createRedaction = ({ dialect, maxBody, isPlain = () => false }: RedactionRules): Redaction => {
  let vocabulary: Vocabulary | undefined;
  /** Bodies that have nothing to remove, because clients send the same few queries again and again. */
  const plain = new Map<string, Redacted>();

  const words = (): Vocabulary => {
    vocabulary ??= collectVocabulary();
    return vocabulary;
  };

  const scrub = (value: unknown): unknown => {
    const { keys, choices, secrets } = words();
    const secret = isRecord(value) ? Object.keys(value).find((key) => secrets.has(key)) : undefined;
    if (secret !== undefined) return { [secret]: redacted };
    const toText = (text: string) =>
      choices.has(text) || plainTexts.test(text) || isPlain(text) ? text : redacted;
    return scrubJson(value, { isKey: (key) => keys.has(key), toText, maxDepth, maxEntries });
  };

  return {
    body: (sent) => {
      const known = plain.get(sent);
      if (known !== undefined) return known;
      if (Buffer.byteLength(sent) > maxBody) return undefined;
      let value: unknown;
      try {
        value = fromWire(dialect, JSON.parse(sent));
      } catch {
        return undefined;
      }
      const text = JSON.stringify(scrub(value) ?? redacted);
      const isRedacted = text !== JSON.stringify(value);
      const made = { text, isRedacted };
      const isWorthKeeping = !isRedacted && sent.length <= maxPlainLength;
      if (!isWorthKeeping || withoutSpaces(sent) !== withoutSpaces(text)) return made;
      if (plain.size >= maxPlain) plain.clear();
      plain.set(sent, made);
      return made;
    },
    query: (query) => {
      const { keys, choices, isSeries } = words();
      const kept = new URLSearchParams();
      let isRedacted = false;
      for (const [key, value] of Object.entries(query)) {
        if (!keys.has(key)) {
          isRedacted = true;
          continue;
        }
        for (const each of [value].flat()) {
          const text = String(each);
          const isKept = choices.has(text) || plainNumber.test(text) || text.split(',').every(isSeries);
          kept.append(key, isKept ? text : redacted);
          isRedacted ||= !isKept;
        }
      }
      return { text: kept.size === 0 ? '' : `?${kept}`, isRedacted };
    },
    client: (header) => (header === undefined ? undefined : product.exec(header)?.[1]),
  };
};
