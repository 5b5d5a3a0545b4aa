import { refuse } from '@plenum/protocol/refusal';
import type { LiveStream } from '../../events/live-stream.ts';
import { toRefusalAnswer } from '../answer.ts';
import type { StreamRoute } from '../route.ts';
import { securityHeaders, sendAnswer } from '../send.ts';

/** The live stream of changes, `GET /events` (server-sent events). */
export const createEventsRoute = (live: LiveStream, maxStreams: number): StreamRoute => ({
  method: 'GET',
  path: '/events',
  endpoint: 'events',
  stream: (_, reply) => {
    if (live.size() >= maxStreams) {
      const facts = { what: 'One more live stream', why: `${maxStreams} are open` };
      sendAnswer(reply, toRefusalAnswer(refuse('not-available', { facts }).refusal));
      return;
    }
    reply.hijack();
    reply.raw.writeHead(200, {
      ...securityHeaders,
      'Content-Type': 'text/event-stream',
      Connection: 'close',
    });
    live.join(reply.raw);
  },
});
