import type { onRequestHookHandler } from 'fastify';
import { sendErrorResponse } from './error-boundary.ts';
import { isOwnMachine } from './public-url.ts';

/** Host name of the last accepted request, since nearly all requests have the same one. */
let lastOwn: string | undefined;

const isOwnName = (host: string): boolean => {
  if (host === lastOwn) return true;
  const url = `http://${host}`;
  if (!URL.canParse(url) || !isOwnMachine(url)) return false;
  lastOwn = host;
  return true;
};

/**
 * Refuses a request for a host name that is not one of this machine. The password of development mode is public, so
 * foreign pages whose host name resolves to this machine (DNS rebinding) must not get a response.
 */
export const refuseForeignNames: onRequestHookHandler = (request, reply, done) => {
  if (isOwnName(request.host)) return done();
  sendErrorResponse(reply, {
    status: 421,
    result: 'InvalidRequest',
    detail:
      'A cloud in development mode accepts requests only for a name of its own machine, such as localhost.',
  });
};
