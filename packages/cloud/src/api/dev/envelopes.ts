import type { CloudRequestOf } from '@plenum/protocol/cloud';
import type { FoundComponent } from '../../fleet/component/types.ts';
import type { Failure } from '../../fleet/controls/failure.ts';

/**
 * Formats responses as text (interface 4.3). Component ids and datagrams are stored as JSON text, and request ids were
 * checked, so nothing needs escaping and no datagram is parsed.
 */
const toComponent = ({ componentId, datagram }: FoundComponent): string =>
  `{"componentId":"${componentId}","datagram":${datagram}}`;

/** Formats the response to a Discover in pieces, as its components are read. */
export async function* toDiscoverAnswer(
  { requestId }: CloudRequestOf<'Discover'>,
  userId: string,
  discovered: AsyncIterable<readonly FoundComponent[]>,
): AsyncGenerator<string> {
  yield `{"requestId":"${requestId}","requestType":"Discover","response":{"userID":${JSON.stringify(userId)},"devices":[`;
  let separator = '';
  for await (const components of discovered) {
    if (components.length === 0) continue;
    yield separator + components.map(toComponent).join(',');
    separator = ',';
  }
  yield ']}}';
}

export const toQueryAnswer = ({ requestId }: CloudRequestOf<'Query'>, component: FoundComponent): string =>
  `{"requestId":"${requestId}","requestType":"Query","response":{"component":${toComponent(component)}}}`;

export const toControlAnswer = ({ requestId, componentId }: CloudRequestOf<'Control'>): string =>
  `{"requestId":"${requestId}","componentId":"${componentId}","requestType":"Control","response":{"result":"OK"}}`;

/** The generic result message (interface 7). */
export const toFailureAnswer = (requestId: string, { result, detail }: Failure): string =>
  JSON.stringify({ requestId, response: { result, detail } });
