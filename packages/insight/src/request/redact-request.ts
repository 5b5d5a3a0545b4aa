import { type Dialect, fromWire } from '@plenum/protocol/dialect';
import type { QueryTexts } from '@plenum/protocol/endpoint';
import { redactJson } from './redact-json.ts';
import { requestVocabulary } from './vocabulary.ts';

/** A part of a request without texts that people chose. */
interface Redacted {
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

interface RedactionRules {
  /** The dialect of the bodies. */
  readonly dialect: Dialect;
  /** Maximum size of a body in bytes. */
  readonly maxBody: number;
  /** True for further texts that remain, such as ids. */
  readonly isPlain?: (text: string) => boolean;
}

const redacted = '<text>';

/** A `User-Agent` begins with a name and a version. */
const product = /^([A-Za-z][A-Za-z-]{0,30}\/\d{1,4}(?:\.\d{1,4}){0,3})(?:\s|$)/;

/** Number of bodies, without secrets, that are recognized when they are sent again. */
const maxPlain = 256;
const maxPlainLength = 256;

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

/** Replaces names, keys and other texts that people chose in requests, by the same rules as recordings of traffic. */
export function createRedaction({ dialect, maxBody, isPlain = () => false }: RedactionRules): Redaction {
  /** Bodies that have nothing to remove, because clients send the same few queries again and again. */
  const plain = new Map<string, Redacted>();

  const replace = (_: string, value: unknown): unknown =>
    typeof value === 'string' && isPlain(value) ? value : redacted;

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
      const text = JSON.stringify(redactJson(value, requestVocabulary(), replace).value ?? redacted);
      // Replacements can be longer than what they replace.
      if (Buffer.byteLength(text) > maxBody) return undefined;
      const isRedacted = text !== JSON.stringify(value);
      const made = { text, isRedacted };
      const isWorthKeeping = !isRedacted && sent.length <= maxPlainLength;
      if (!isWorthKeeping || withoutSpaces(sent) !== withoutSpaces(text)) return made;
      if (plain.size >= maxPlain) plain.clear();
      plain.set(sent, made);
      return made;
    },
    query: (query) => {
      const vocabulary = requestVocabulary();
      const kept = new URLSearchParams();
      let isRedacted = false;
      for (const [key, value] of Object.entries(query)) {
        if (!vocabulary.has(key)) {
          isRedacted = true;
          continue;
        }
        for (const each of [value].flat()) {
          const text = String(each);
          const isKept = vocabulary.isPublic(key, text);
          kept.append(key, isKept ? text : redacted);
          isRedacted ||= !isKept;
        }
      }
      return { text: kept.size === 0 ? '' : `?${kept}`, isRedacted };
    },
    client: (header) => (header === undefined ? undefined : product.exec(header)?.[1]),
  };
}
