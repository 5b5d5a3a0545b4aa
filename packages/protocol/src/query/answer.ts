import { type ComponentKind, type Datagrams, findDatagram, indexOf, kinds } from '../component/kinds.ts';
import type { Subsystem } from '../definition/subsystem.ts';
import { subsystems } from '../definition/subsystem.ts';
import { type Dialect, neutral } from '../dialect/dialect.ts';
import { toWord } from '../dialect/word.ts';
import type { Paired } from '../lighting/paired.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import type { ParsedQuery } from './check-query.ts';
import { type Identity, toHead } from './identity.ts';
import type { Part } from './query.ts';
import { type Json, toText } from './text.ts';

/** The inputs from which a response is created. */
interface Source {
  readonly parsed: ParsedQuery;
  readonly datagrams: Datagrams;
  readonly identity: Identity;
  readonly dialect: Dialect;
}

const missing = (noun: string, installed: readonly number[], index?: number) =>
  refuse('not-installed', {
    path: index === undefined ? [] : ['No'],
    input: index,
    facts: { noun, index, count: installed.length, installed: installed.join(', ') },
  });

const datagramsOf = (datagrams: Datagrams, kind: ComponentKind): readonly object[] => datagrams[kind];

/** Returns one portion of a datagram. The first portion also has the other fields. */
const cut = ({ kind, of }: Extract<Part, { from: 'portion' }>, nth: number, datagram: object): object => {
  const { list, number, sizes } = of;
  const key = kinds[kind].key!;
  const { [key]: index, [list]: whole, ...rest } = datagram as Record<string, unknown>;
  const from = sizes.slice(0, nth - 1).reduce((sum, size) => sum + size, 0);
  // A real device may leave out any key (wire facts 2).
  const some = (Array.isArray(whole) ? whole : []).slice(from, from + sizes[nth - 1]!);
  return { [key]: index, [number]: nth, ...(nth === 1 && rest), [list]: some };
};

const missingIndex = ({ kind, noun }: { kind: ComponentKind; noun: string }, source: Source) => {
  const installed = source.datagrams[kind].map((datagram) => indexOf(kind, datagram));
  return missing(noun, installed, source.parsed.no);
};

const partToJson = (part: Part, source: Source): Result<Json> => {
  const { parsed, datagrams, identity, dialect } = source;
  switch (part.from) {
    case 'one': {
      const [only] = datagramsOf(datagrams, part.kind);
      if (only === undefined) return missing(part.noun ?? subsystems[parsed.query.subsystem].noun, []);
      const own = toText(dialect, only, part.fields);
      return part.and === undefined ? ok(own) : membersToJson(part.and, source, own.slice(1, -1));
    }
    case 'nth': {
      const found = findDatagram(datagrams, part.kind, parsed.no);
      if (found !== undefined) return ok(toText(dialect, found));
      return missingIndex(part, source);
    }
    case 'portion': {
      const found = findDatagram(datagrams, part.kind, parsed.no);
      if (found !== undefined) return ok(toText(dialect, cut(part, parsed.portion ?? 1, found)));
      return missingIndex(part, source);
    }
    case 'all': {
      const each = datagramsOf(datagrams, part.kind).map((one) => toText(dialect, one, part.fields));
      return ok(`[${each.join(',')}]`);
    }
    case 'firmware':
      return ok(JSON.stringify(identity.firmware));
    case 'object':
      return membersToJson(part.members, source, '');
  }
};

const membersToJson = (
  members: Readonly<Record<string, Part>>,
  source: Source,
  head: string,
): Result<Json> => {
  let written = head;
  for (const key in members) {
    const json = partToJson(members[key]!, source);
    if (!json.ok) return json;
    written += `${written === '' ? '' : ','}"${toWord(source.dialect, 'keys', key)}":${json.value}`;
  }
  return ok(`{${written}}`);
};

/**
 * Returns the response to a query as JSON text in a dialect, or the reason for a refusal. The response is the envelope
 * of interface 4.2 with the unchanged datagrams. The text of a datagram is generated once per dialect and reused as
 * long as the datagram is the same object.
 */
export function answerQuery(
  parsed: ParsedQuery,
  datagrams: Datagrams,
  identity: Identity,
  dialect: Dialect = neutral,
): Result<Json> {
  const { subsystem, answer } = parsed.query;
  if (!isInstalled(datagrams, subsystem)) return missing(subsystems[subsystem].noun, []);
  const head = toHead(subsystem, identity, dialect);
  return membersToJson(answer, { parsed, datagrams, identity, dialect }, head);
}

/** Returns the response to `LiPair`: the envelope with the paired device (lighting 3). */
export const answerPairing = (paired: Paired, identity: Identity, dialect: Dialect = neutral): Json =>
  `{${toHead('lighting', identity, dialect)},"LiPair":${JSON.stringify(paired)}}` as Json;

const heads: Readonly<Record<Subsystem, ComponentKind>> = {
  ac: 'unit',
  split: 'splitSystem',
  vrf: 'vrf',
  irrigation: 'irrigation',
  power: 'power',
  lighting: 'lighting',
};

/** True if an installation has the subsystem. */
export const isInstalled = (datagrams: Datagrams, subsystem: Subsystem): boolean =>
  datagrams[heads[subsystem]].length > 0;
