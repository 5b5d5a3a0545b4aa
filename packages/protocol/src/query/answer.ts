import { type ComponentKind, type Datagrams, findDatagram, indexOf } from '../component/kinds.ts';
import { type Dialect, neutral } from '../dialect/dialect.ts';
import { toWireText } from '../dialect/wire.ts';
import { toWord } from '../dialect/word.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import type { AskedQuery } from './check-query.ts';
import type { Part } from './query.ts';
import { subsystems } from './subsystems.ts';

/** What a bridge says about itself in every answer. */
export interface Identity {
  /** The 9-digit id of discovery (document 4.1). */
  readonly uid: string;
  /** `ASH` in all real devices (wire facts 1). */
  readonly deviceType: string;
  /** Comma-separated "name version" of every module (wire facts 2, Type 6). */
  readonly firmware: string;
}

/** A member that is already JSON text, so that unchanged datagrams are never written twice. */
type Json = string;
const texts = new WeakMap<object, Json>();

const toJson = (datagram: object): Json => {
  const known = texts.get(datagram);
  if (known !== undefined) return known;
  const made = JSON.stringify(datagram);
  texts.set(datagram, made);
  return made;
};

const pick = (datagram: object, fields: readonly string[]): object =>
  Object.fromEntries(fields.map((field) => [field, (datagram as Record<string, unknown>)[field]]));

const missing = (noun: string, installed: readonly number[], index?: number) =>
  refuse('not-installed', {
    path: index === undefined ? [] : ['No'],
    input: index,
    facts: { noun, index, count: installed.length, installed: installed.join(', ') },
  });

const datagramsOf = (datagrams: Datagrams, kind: ComponentKind): readonly object[] => datagrams[kind];

const partToJson = (
  part: Part,
  asked: AskedQuery,
  datagrams: Datagrams,
  identity: Identity,
): Result<Json> => {
  const one = (datagram: object, fields?: readonly string[]) =>
    fields === undefined ? toJson(datagram) : JSON.stringify(pick(datagram, fields));
  switch (part.from) {
    case 'one': {
      const [only] = datagramsOf(datagrams, part.kind);
      if (only === undefined) return missing(subsystems[asked.query.subsystem].noun, []);
      const own = one(only, part.fields);
      if (part.and === undefined) return ok(own);
      return membersToJson(part.and, asked, datagrams, identity, [own.slice(1, -1)]);
    }
    case 'nth': {
      const found = findDatagram(datagrams, part.kind, asked.no);
      if (found !== undefined) return ok(toJson(found));
      const installed = datagrams[part.kind].map((datagram) => indexOf(part.kind, datagram as never));
      return missing(part.noun, installed, asked.no);
    }
    case 'all':
      return ok(
        `[${datagramsOf(datagrams, part.kind)
          .map((each) => one(each, part.fields))
          .join(',')}]`,
      );
    case 'firmware':
      return ok(JSON.stringify(identity.firmware));
    case 'object':
      return membersToJson(part.members, asked, datagrams, identity);
  }
};

const membersToJson = (
  members: Readonly<Record<string, Part>>,
  asked: AskedQuery,
  datagrams: Datagrams,
  identity: Identity,
  head: readonly string[] = [],
): Result<Json> => {
  const written = [...head];
  for (const [key, part] of Object.entries(members)) {
    const json = partToJson(part, asked, datagrams, identity);
    if (!json.ok) return json;
    written.push(`${JSON.stringify(key)}:${json.value}`);
  }
  return ok(`{${written.join(',')}}`);
};

/**
 * The answer to a query as JSON text, or why there is none: the envelope of document 4.2 with the datagrams
 * as they stand. Text of a datagram is made once and kept as long as the datagram is the same object.
 */
export const answerQuery = (asked: AskedQuery, datagrams: Datagrams, identity: Identity): Result<string> => {
  const { subsystem, answer } = asked.query;
  const { uid } = subsystems[subsystem];
  const head = [
    `"HvacDeviceUId":${uid === 'text' ? JSON.stringify(identity.uid) : Number(identity.uid)}`,
    `"DeviceType":${JSON.stringify(identity.deviceType)}`,
  ];
  if (!isInstalled(datagrams, subsystem)) return missing(subsystems[subsystem].noun, []);
  return membersToJson(answer, asked, datagrams, identity, head);
};

const heads: Readonly<Record<AskedQuery['query']['subsystem'], ComponentKind>> = {
  ac: 'unit',
  split: 'splitSystem',
  vrf: 'vrf',
  irrigation: 'irrigation',
  power: 'power',
};

/** Whether an installation has that subsystem. */
export const isInstalled = (datagrams: Datagrams, subsystem: AskedQuery['query']['subsystem']): boolean =>
  datagrams[heads[subsystem]].length > 0;
