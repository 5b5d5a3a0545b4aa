import { toClientNetwork } from '@plenum/platform';
import { extensionEndpoints } from '@plenum/protocol/extension';
import { refuse } from '@plenum/protocol/refusal';
import type { LiveStream } from '../../events/live-stream.ts';
import { toRefusalAnswer } from '../answer.ts';
import type { HttpLimits } from '../limits.ts';
import { type StreamRoute, servedAt } from '../route.ts';
import { securityHeaders, sendAnswer } from '../send.ts';

/** The live stream of changes, `GET /events` (server-sent events). */
export const createEventsRoute = (
  live: LiveStream,
  { streams, addressStreams }: Pick<HttpLimits, 'streams' | 'addressStreams'>,
): StreamRoute => ({
  ...servedAt(extensionEndpoints.streamEvents),
  stream: ({ ip }, response) => {
    const place = toClientNetwork(ip);
    const full =
      live.size(place) >= addressStreams
        ? `${addressStreams} are open at this address`
        : live.size() >= streams
          ? `${streams} are open`
          : undefined;
    if (full !== undefined) {
      const facts = { what: 'One more live stream', why: full };
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
