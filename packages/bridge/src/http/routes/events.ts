import { toClientNetwork } from '@plenum/platform';
import { extensionEndpoints } from '@plenum/protocol/extension';
import { type Reason, refuse } from '@plenum/protocol/refusal';
import { toRefusalAnswer } from '../answer.ts';
import type { HttpLimits } from '../limits.ts';
import type { LiveStream } from '../live-stream.ts';
import { type StreamRoute, servedAt } from '../route.ts';
import { securityHeaders, sendAnswer } from '../send.ts';

/** Creates the route of the live stream of changes, `GET /events` (server-sent events). */
export const createEventsRoute = (
  live: LiveStream,
  { streams, addressStreams }: Pick<HttpLimits, 'streams' | 'addressStreams'>,
): StreamRoute => ({
  ...servedAt(extensionEndpoints.streamEvents),
  stream: ({ ip }, response) => {
    const place = toClientNetwork(ip);
    const full: Reason | undefined =
      live.size(place) >= addressStreams
        ? { reason: 'streams-open-at-address', count: addressStreams }
        : live.size() >= streams
          ? { reason: 'streams-open', count: streams }
          : undefined;
    if (full !== undefined) {
      const facts = { what: 'live-stream', ...full } as const;
      sendAnswer(response, toRefusalAnswer(refuse('not-available', { facts }).refusal));
      return;
    }
    response.writeHead(200, {
      ...securityHeaders,
      'Content-Type': 'text/event-stream',
      Connection: 'close',
    });
    live.join(response, place);
  },
});
