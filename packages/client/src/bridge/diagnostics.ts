import { type DiagnosticsBundle, readBundle } from '@plenum/insight/diagnostics';
import { toSentence } from '@plenum/protocol/refusal';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';
import { ownAnswer } from './read-own.ts';

const lacks = 'makes no diagnostics bundle';

/** The diagnostics of a Plenum bridge; others answer `unsupported`. Whatever a bundle does not have is left out. */
export const readDiagnostics = async (connection: Connection): Promise<DiagnosticsBundle> => {
  const answer = await connection.send({ method: 'GET', path: '/diagnostics', retryIfLost: true });
  const value = ownAnswer(connection, answer, lacks);
  if (value === undefined) throw new BridgeError('unsupported', `${connection.where} ${lacks}.`);
  const bundle = readBundle(JSON.stringify(value));
  if (bundle.ok) return bundle.value;
  throw new BridgeError('malformed', `${connection.where}: ${toSentence(bundle.refusal)}`);
};
