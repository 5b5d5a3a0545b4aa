import type { IncomingMessage } from 'node:http';
import { constants, type Http2ServerRequest } from 'node:http2';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Code, ConnectError, createConnectRouter, createContextValues } from '@connectrpc/connect';
import type { UniversalHandler, UniversalServerResponse } from '@connectrpc/connect/protocol';
import {
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node';
import { maxBytes as maxCallBytes } from '@plenum/protocol/check';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { hangUpOf } from '../../kernel/http/hang-up.ts';
import type { RefusalPace } from '../../kernel/http/refusal-pace.ts';
import { toErrorFacts } from '../../kernel/log/error-facts.ts';
import { callerAddress, callerGone } from './calls.ts';
import { maxWatchBytes } from './cursor.ts';
import { toPlainMessage } from './plain-message.ts';
import { stopping } from './refusals.ts';
import { createService, type ServiceDeps } from './service.ts';
import { withShallowJson } from './shallow-json.ts';
import { cancelCall } from './watch-call.ts';

/** Messages of at least this length, in bytes, are compressed. */
const compressFrom = 16_384;

type Request = IncomingMessage | Http2ServerRequest;

/**
 * Aborts a call that gets no response or whose response is not read. Aborts with an error, so that unread data is
 * discarded.
 */
const breakOff = (request: Request): void => {
  if ('stream' in request) request.stream.close(constants.NGHTTP2_CANCEL);
  else request.destroy();
};

/** A getter, because the trailers are complete only after the body has ended. */
const withPlainTrailers = (answer: UniversalServerResponse): UniversalServerResponse => {
  const { trailer } = answer;
  if (trailer === undefined) return answer;
  return {
    ...answer,
    get trailer() {
      return toPlainMessage(trailer);
    },
  };
};

/**
 * Discards the rest of a request after its response, so that its HTTP/2 stream can end. Node's request would wait for a
 * reader.
 */
const discardRest = (request: Request): void => {
  if (!('stream' in request)) return;
  const { stream } = request;
  stream.once('finish', () => stream.removeAllListeners('data').resume());
};

/**
 * The gRPC interface (`contracts/cloud.proto`) on the same port as everything else: gRPC over HTTP/2, gRPC-web and
 * Connect over both. Streams end when the server shuts down, so that clients reconnect to another node.
 */
export const createGrpcRoutes =
  (deps: ServiceDeps & { readonly refusals: RefusalPace }): FastifyPluginAsync =>
  async (app) => {
    const shutdown = new AbortController();
    const router = createConnectRouter({
      readMaxBytes: maxCallBytes,
      compressMinBytes: compressFrom,
      acceptCompression: [compressionGzip],
      shutdownSignal: shutdown.signal,
    });
    const service = createService(deps);
    service.register(router);
    const maxBytes = maxWatchBytes(deps.requests.accountLimits.cursorBytes);

    const serve = async (handler: UniversalHandler, request: FastifyRequest, reply: FastifyReply) => {
      const raw: Request = request.raw;
      const end = () => breakOff(raw);
      const gone = hangUpOf(reply.raw);
      const values = createContextValues()
        .set(cancelCall, end)
        .set(callerAddress, request.ip)
        .set(callerGone, gone);
      discardRest(raw);
      try {
        const given = universalRequestFromNodeRequest(raw, reply.raw, undefined, values);
        const answer = await handler(
          withShallowJson(given, { maxBytes, pace: () => deps.refusals.paceAddress(request.ip) }),
        );
        await universalResponseToNodeResponse(withPlainTrailers(answer), reply.raw);
      } catch (error) {
        // A pending write fails before the closed connection is noticed.
        await nextTurn();
        // Not an error if the client cancelled the call or disconnected.
        if (ConnectError.from(error).code !== Code.Aborted && !gone.aborted)
          deps.log.error({ id: request.id, err: toErrorFacts(error) }, 'a gRPC call could not be answered');
        end();
      }
    };

    app.addHook('preClose', async () => shutdown.abort(stopping));
    app.removeAllContentTypeParsers();
    // Leaves the body to Connect.
    app.addContentTypeParser('*', (_, __, done) => done(null, undefined));
    for (const handler of router.handlers)
      app.all(handler.requestPath, (request, reply) => {
        reply.hijack();
        void serve(handler, request, reply);
      });
  };
