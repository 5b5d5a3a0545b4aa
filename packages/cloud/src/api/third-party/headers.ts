import type { FastifyReply, FastifyRequest } from 'fastify';
import { toRateLimitText } from '../../kernel/http/rate-limit.ts';
import type { Admission } from './requests.ts';

/** Sets the rate limit of the token, or the challenge for a client without a valid token (RFC 6750, 3). */
export const setHeaders = (request: FastifyRequest, reply: FastifyReply, admission: Admission): void => {
  const { allowance } = admission;
  if (allowance !== undefined) reply.header('ratelimit', toRateLimitText(allowance));
  if (admission.ok) return;
  if (admission.status === 429) reply.header('retry-after', allowance!.wait);
  if (admission.status === 401) {
    const hasToken = request.headers.authorization !== undefined;
    reply.header('www-authenticate', hasToken ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  if (admission.missing !== undefined)
    reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${admission.missing}"`);
};
