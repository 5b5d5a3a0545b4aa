import type { onRequestHookHandler } from 'fastify';
import { sendErrorResponse } from './error-boundary.ts';
import { isOwnMachine } from './public-url.ts';

/** The name the last request came under, where it was its own: nearly all come under the same. */
let lastOwn: string | undefined;

const isOwnName = (host: string): boolean => {
  if (host === lastOwn) return true;
  const url = `http://${host}`;
  if (!URL.canParse(url) || !isOwnMachine(url)) return false;
  lastOwn = host;
  return true;
};

/**
 * Refuses a request for a host name that is not this machine's own. The password of development mode is public,
 * so a page elsewhere whose name was made to lead here (DNS rebinding) must find nothing.
 */
export const refuseForeignNames: onRequestHookHandler = (request, reply, done) => {
  if (isOwnName(request.host)) return done();
  sendErrorResponse(reply, {
    status: 421,
    result: 'InvalidRequest',
    detail: 'A cloud in development mode answers to this machine under its own names alone.',
  });
};
