import { type DiagnosticsBundle, diagnosticsEndpoints, readBundle } from '@plenum/insight/diagnostics';
import { toSentence } from '@plenum/protocol/refusal';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { Connection } from '../exchange/connection.ts';
import type { Own } from './own.ts';

/**
 * Reads the diagnostics of a Plenum bridge; `unsupported` for any other. Drops all content that a bundle does not
 * define.
 */
export async function readDiagnostics({ where }: Connection, own: Own): Promise<DiagnosticsBundle> {
  const bundle = readBundle(JSON.stringify(await own.read(diagnosticsEndpoints.readDiagnostics, undefined)));
  if (bundle.ok) return bundle.value;
  throw new BridgeError('malformed', `${where}: ${toSentence(bundle.refusal)}`);
}
