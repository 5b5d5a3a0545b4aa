import { type DiagnosticsBundle, diagnosticsEndpoints } from '@plenum/insight/diagnostics';
import { toJsonAnswer } from '../answer.ts';
import { type ReadRoute, servedAt } from '../route.ts';

/** `GET /diagnostics`: a bundle without names, keys, tokens and addresses, to share with a helper. */
export const createDiagnosticsRoute = (collect: () => DiagnosticsBundle): ReadRoute => ({
  ...servedAt(diagnosticsEndpoints.readDiagnostics),
  read: () => ({
    ...toJsonAnswer(JSON.stringify(collect())),
    headers: { 'Content-Disposition': 'attachment; filename="plenum-diagnostics.json"' },
  }),
});
