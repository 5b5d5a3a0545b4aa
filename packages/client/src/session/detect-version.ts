import { queriesOf } from '@plenum/protocol/query';
import { v1Reads } from '@plenum/protocol/v1';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { Connection } from '../exchange/connection.ts';
import { failureOf } from '../exchange/failure-of.ts';
import type { BridgeAnswer } from '../exchange/read-answer.ts';
import { type ProtocolVersion, type VersionHints, versionsToTry } from './protocol-version.ts';
import { requestV1, requestV2 } from './request.ts';

const settings = queriesOf('ac').find(({ type }) => type === 1)!;
const systemSettings = v1Reads.find(({ kind }) => kind === 'unit')!;

const probe = (connection: Connection, { generation, dialect }: ProtocolVersion): Promise<BridgeAnswer> =>
  generation === 'v2'
    ? requestV2(connection, dialect, settings, { no: 0 })
    : requestV1(connection, dialect, systemSettings.path);

/** A device may leave an unknown request unanswered. */
const isUnanswered = (error: unknown): error is BridgeError =>
  error instanceof BridgeError && ['timeout', 'hung-up', 'malformed'].includes(error.code);

/**
 * Returns whether the bridge has this version, by its answer. A refusal with status 409 comes from a bridge that
 * has the path but no ducted unit; one with another status may come from an unknown path.
 */
const fitOf = (connection: Connection, answer: BridgeAnswer): 'right' | 'maybe' | 'wrong' => {
  if (answer.kind === 'json') return 'right';
  if (answer.kind !== 'error') return 'wrong';
  if (answer.status === 401 || answer.status === 403) throw failureOf(connection, answer);
  return answer.status === 409 ? 'right' : 'maybe';
};

/**
 * Detects the protocol version of a bridge: requests the unit in each version until one is understood (wire facts 1, 7,
 * 8; interface 9). A device may also lose single requests, so before any other version is chosen, those of the current
 * interface that were not answered are requested again.
 * @throws BridgeError `unsupported` if none is
 */
export async function detectVersion(connection: Connection, hints: VersionHints): Promise<ProtocolVersion> {
  const unanswered = new Map<ProtocolVersion, BridgeError>();
  const test = async (version: ProtocolVersion) => {
    try {
      return fitOf(connection, await probe(connection, version));
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      unanswered.set(version, error);
      return undefined;
    }
  };
  let likely: ProtocolVersion | undefined;
  for (const version of versionsToTry(hints)) {
    const fit = await test(version);
    if (fit === 'maybe') likely ??= version;
    if (fit !== 'right') continue;
    if (version.generation === 'v2') return version;
    likely = version;
    break;
  }
  if (likely !== undefined) {
    for (const version of [...unanswered.keys()])
      if (version.generation === 'v2' && (await test(version)) === 'right') return version;
    return likely;
  }
  const [error] = unanswered.values();
  throw error ?? new BridgeError('unsupported', `${connection.where} answers, but not as a climate bridge.`);
}
