import type { Datagrams } from '../component/kinds.ts';
import { type Dialect, dialects, neutral } from '../dialect/dialect.ts';
import { toWord } from '../dialect/word.ts';
import { isInstalled } from '../query/answer.ts';
import { stripPadding } from './strip-padding.ts';

/** The UDP port on which bridges listen for discovery (interface 4.1). */
export const discoveryPort = 12107;

/** The request to which every bridge on the network responds (interface 4.1). */
export const discoveryRequest = 'IASD';

/**
 * The capabilities that a bridge announces. `v1` is the original interface, which every bridge has (interface 4.1, rule
 * 1).
 */
export interface Capabilities {
  readonly v1: boolean;
  readonly v2: boolean;
  readonly lighting: boolean;
  readonly irrigation: boolean;
  readonly power: boolean;
  readonly split: boolean;
}

/** The position of each capability in a response, and its neutral token (interface 4.1). */
export const capabilityTokens = [
  ['v1', 'Hvac'],
  ['v2', 'HvacV2'],
  ['lighting', 'iLight'],
  ['irrigation', 'iDrate'],
  ['power', 'iPower'],
  ['split', 'Split'],
] as const satisfies readonly (readonly [keyof Capabilities, string])[];

const requestBytes = Array.from(discoveryRequest, (letter) => letter.charCodeAt(0));

/** True if a datagram is a request for discovery. Anything after `IASD` is ignored (wire facts 6). */
export const isDiscoveryRequest = (bytes: Uint8Array): boolean =>
  requestBytes.every((code, at) => bytes[at] === code);

/**
 * Returns the capabilities of a house. A client that finds the tokens of either version of the interface then asks for
 * a ducted unit, so a house without one announces neither version (wire facts 6).
 */
const capabilitiesOf = (datagrams: Datagrams): Capabilities => ({
  v1: isInstalled(datagrams, 'ac'),
  v2: isInstalled(datagrams, 'ac'),
  lighting: isInstalled(datagrams, 'lighting'),
  irrigation: isInstalled(datagrams, 'irrigation'),
  power: isInstalled(datagrams, 'power'),
  split: isInstalled(datagrams, 'split'),
});

/** The content of a discovery response, as a bridge sends it. */
export interface Announcement {
  readonly uid: string;
  /** The IPv4 address at which the client reaches the bridge. */
  readonly address: string;
  readonly datagrams: Datagrams;
  readonly dialect?: Dialect;
  /** Port of the HTTP server. A port other than 80 is announced in Plenum's own token, `Port_<n>`. */
  readonly httpPort?: number;
}

const tokensOf = (datagrams: Datagrams, dialect: Dialect): readonly string[] => {
  const able = capabilitiesOf(datagrams);
  return capabilityTokens.map(([what, token]) => (able[what] ? toWord(dialect, 'tokens', token) : 'X'));
};

/** Returns the response of a bridge to discovery, as plain text (interface 4.1). */
export function toDiscoveryAnswer(of: Announcement): string {
  const { uid, address, datagrams, dialect = neutral, httpPort = 80 } = of;
  const tokens = tokensOf(datagrams, dialect);
  const port = httpPort === 80 ? [] : [`Port_${httpPort}`];
  return [`ASPort_${discoveryPort}`, `Mac_${uid}`, `IP_${address}`, ...tokens, ...port].join(',');
}

/**
 * The content of a discovery response, as a client reads it. `address` is the address that the bridge sent; `dialect`
 * is set if one of the words identifies it.
 */
export interface Discovered {
  readonly uid: string;
  readonly address: string | undefined;
  readonly httpPort: number;
  readonly capabilities: Capabilities;
  readonly dialect: Dialect | undefined;
}

const numberOf = (field: string | undefined): number | undefined =>
  field !== undefined && /^[0-9]{1,5}$/.test(field) && Number(field) <= 65_535 ? Number(field) : undefined;

/**
 * Reads a discovery response in any of the dialects; undefined if the text is not one. Tolerates padding, tokens that
 * are missing, `X` or unknown, and old bridges that send only three fields (interface 4.1; wire facts 6).
 */
export function readDiscoveryAnswer(
  answer: string | Uint8Array,
  known: readonly Dialect[] = dialects,
): Discovered | undefined {
  const fields = stripPadding(answer)
    .split(',')
    .map((field) => field.trim());
  const behind = (head: string) => fields.find((field) => field.startsWith(head))?.slice(head.length);
  const uid = behind('Mac_');
  if (uid === undefined || !/^[0-9A-Za-z]+$/.test(uid)) return undefined;
  const announces = (token: string) =>
    known.some((dialect) => fields.includes(token) || fields.includes(toWord(dialect, 'tokens', token)));
  const capabilities = Object.fromEntries(capabilityTokens.map(([what, token]) => [what, announces(token)]));
  return {
    uid,
    address: behind('IP_') || undefined,
    httpPort: numberOf(behind('Port_')) ?? 80,
    capabilities: { ...(capabilities as Record<(typeof capabilityTokens)[number][0], boolean>), v1: true },
    dialect: known.find((dialect) =>
      ['HvacV2', 'Hvac'].some((token) => fields.includes(toWord(dialect, 'tokens', token))),
    ),
  };
}

/** The service type that bridges announce by multicast DNS: `_plenum._tcp` (RFC 6763). */
export const serviceType = 'plenum';

/** Returns the text record of a bridge's service: its id and its tokens, as in a discovery response. */
export const toServiceText = ({
  uid,
  datagrams,
  dialect = neutral,
}: Pick<Announcement, 'uid' | 'datagrams' | 'dialect'>): Readonly<Record<'id' | 'tokens', string>> => ({
  id: uid,
  tokens: tokensOf(datagrams, dialect).join(','),
});

/**
 * Reads a multicast DNS announcement from its text record and port; undefined if the announcement is not from a bridge.
 */
export const readService = (
  { id, tokens }: Readonly<Record<string, unknown>>,
  port: number,
  known: readonly Dialect[] = dialects,
): Discovered | undefined =>
  typeof id !== 'string' || typeof tokens !== 'string' || id.includes(',')
    ? undefined
    : readDiscoveryAnswer(`Mac_${id},${tokens},Port_${port}`, known);
