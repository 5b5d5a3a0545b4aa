import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { logFailure } from '../failure/log-failure.ts';
import type { Log } from '../log/log.ts';
import type { HttpLimits } from './limits.ts';
import type { RefusalPace } from './refusal-pace.ts';
import { requestErrors, statusOfThrown } from './request-errors.ts';
import { toServerFailure } from './server-failure.ts';

/** Results of interface 7 that the HTTP server itself sends. */
type ErrorResult = 'InvalidRequest' | 'Error';

/** Sends a response of the HTTP server itself, in the format of every cloud error (interface 7). */
export const sendErrorResponse = (
  reply: FastifyReply,
  { status, result, detail }: { status: number; result: ErrorResult; detail: string },
): FastifyReply =>
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ requestId: reply.request.id, response: { result, detail } }));

const sentences = (limits: HttpLimits): Readonly<Record<string, string>> => ({
  FST_ERR_CTP_BODY_TOO_LARGE: `The body is larger than ${limits.bodyBytes} bytes.`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This URL does not accept the Content-Type of the body.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the body differs from its Content-Length.',
  FST_ERR_BAD_URL: 'The URL is malformed.',
});

interface ErrorBoundaryDeps {
  readonly log: Log;
  readonly limits: HttpLimits;
  readonly refusals: RefusalPace;
}

/**
 * Creates the handler for all errors that routes throw. If the client is at fault (status 4xx), the response is a
 * sentence about the error. Any other error is logged, and the response reports an internal error.
 */
export function createErrorBoundary({ log, limits, refusals }: ErrorBoundaryDeps) {
  const known = sentences(limits);
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const status = statusOfThrown(error);
    if (status >= 400 && status < 500) {
      const detail = requestErrors.is(error)
        ? error.message
        : (known[error.code] ?? 'The request is malformed.');
      await refusals.paceAddress(request.ip);
      return sendErrorResponse(reply, { status, result: 'InvalidRequest', detail });
    }
    const { method, id } = request;
    logFailure(log, { id, method, route: request.routeOptions.url, error }, 'a request failed');
    if (reply.sent) return reply;
    const failure = toServerFailure(error, id);
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
    return sendErrorResponse(reply, failure);
  };
}
