import type { IncomingMessage } from 'node:http';
import { constants, type Http2ServerRequest } from 'node:http2';
import { Code, ConnectError, createConnectRouter, createContextValues } from '@connectrpc/connect';
import type { UniversalHandler, UniversalServerResponse } from '@connectrpc/connect/protocol';
import {
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node';
import { maxBytes } from '@plenum/protocol/check';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { toErrorFacts } from '../../kernel/log/error-facts.ts';
import { sayPlainly } from './plain-message.ts';
import { stopping } from './refusals.ts';
import { callerAddress, createService, hangUp, type ServiceDeps } from './service.ts';

/** Smaller messages are not worth the time it takes to compress them. */
const compressFrom = 16_384;

type Request = IncomingMessage | Http2ServerRequest;

/** Ends a call that cannot be answered, or whose answer is not read; with an error, so that what is unread is thrown away. */
const breakOff = (request: Request): void => {
  if ('stream' in request) request.stream.close(constants.NGHTTP2_CANCEL);
  else request.destroy();
};

/** Trailers are there when the body has ended, and asked for then. */
const withPlainTrailers = (answer: UniversalServerResponse): UniversalServerResponse => {
  const { trailer } = answer;
  if (trailer === undefined) return answer;
  return {
    ...answer,
    get trailer() {
      return sayPlainly(trailer);
    },
  };
};

/**
 * Takes what still comes of a request that is answered already, so that its stream of HTTP/2 can end. Node's request
 * would hold it back: nobody reads that any more.
 */
const discardRest = (request: Request): void => {
  if (!('stream' in request)) return;
  const { stream } = request;
  stream.once('finish', () => stream.removeAllListeners('data').resume());
};

/**
 * The gRPC interface (`contracts/cloud.proto`) on the port of everything else: gRPC over HTTP/2, gRPC-web and Connect over
 * both. Streams end when the door is shut, so that their readers go to another node.
 */
export const createGrpcRoutes =
  (parts: ServiceDeps): FastifyPluginAsync =>
  async (app) => {
    const shutdown = new AbortController();
    const router = createConnectRouter({
      readMaxBytes: maxBytes,
      compressMinBytes: compressFrom,
      acceptCompression: [compressionGzip],
      shutdownSignal: shutdown.signal,
    });
    createService(parts)(router);

    const serve = async (handler: UniversalHandler, request: FastifyRequest, reply: FastifyReply) => {
      const raw: Request = request.raw;
      const end = () => breakOff(raw);
      const values = createContextValues().set(hangUp, end).set(callerAddress, request.ip);
      discardRest(raw);
      try {
        const answer = await handler(universalRequestFromNodeRequest(raw, reply.raw, undefined, values));
        await universalResponseToNodeResponse(withPlainTrailers(answer), reply.raw);
      } catch (error) {
        // Whoever called hung up.
        if (ConnectError.from(error).code !== Code.Aborted)
          parts.log.error({ id: request.id, err: toErrorFacts(error) }, 'a gRPC call could not be answered');
        end();
      }
    };

    app.addHook('preClose', async () => shutdown.abort(stopping));
    app.removeAllContentTypeParsers();
    // Bodies are read by Connect.
    app.addContentTypeParser('*', (_, __, done) => done(null, undefined));
    for (const handler of router.handlers)
      app.all(handler.requestPath, (request, reply) => {
        reply.hijack();
        void serve(handler, request, reply);
      });
  };
