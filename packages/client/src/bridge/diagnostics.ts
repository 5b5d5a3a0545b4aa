import { type DiagnosticsBundle, readBundle } from '@plenum/insight/diagnostics';
import { toSentence } from '@plenum/protocol/refusal';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';

/** The diagnostics of a Plenum bridge; others answer `unsupported`. Whatever a bundle does not have is left out. */
export const readDiagnostics = async (connection: Connection): Promise<DiagnosticsBundle> => {
  const answer = await connection.send({ method: 'GET', path: '/diagnostics', retryIfLost: true });
  if (answer.kind === 'error') throw new BridgeError('refused', answer.sentence, { status: answer.status });
  if (answer.kind !== 'json')
    throw new BridgeError('unsupported', `${connection.where} makes no diagnostics bundle.`);
  const bundle = readBundle(JSON.stringify(answer.value));
  if (bundle.ok) return bundle.value;
  throw new BridgeError('malformed', `${connection.where}: ${toSentence(bundle.refusal)}`);
};
