import type { Allowance } from '@plenum/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdmittedRequest } from './requests.ts';

/**
 * URL of the metadata that tells a client without a valid token how to get one (RFC 9728, 5.1), and the scopes that the
 * client needs.
 */
export interface ChallengeFacts {
  readonly resource_metadata?: string;
  readonly scope?: string;
}

/** The remaining quota of a token as the value of the `RateLimit` header (draft-ietf-httpapi-ratelimit-headers). */
export const toRateLimitText = ({ left, full }: Allowance): string => `"token";r=${left};t=${full}`;

/** Formats a challenge. Its parameters must not contain quotes. */
const toChallenge = (parameters: Readonly<Record<string, string>>): string =>
  `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`.trim();

/**
 * Sets the headers that report the token's rate limit, or the challenge for a client without a valid token (RFC 6750,
 * 3). `about` contains further parameters of the challenge.
 */
export function setHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { admission, about = {} }: { readonly admission: AdmittedRequest; readonly about?: ChallengeFacts },
): void {
  const { allowance } = admission;
  if (allowance !== undefined) reply.header('ratelimit', toRateLimitText(allowance));
  if (admission.ok) return;
  if (admission.refusal.status === 429) reply.header('retry-after', allowance!.wait);
  if (admission.refusal.status === 401) {
    const hasToken = request.headers.authorization !== undefined;
    reply.header('www-authenticate', toChallenge({ ...(hasToken && { error: 'invalid_token' }), ...about }));
  }
  if (admission.missing !== undefined)
    reply.header(
      'www-authenticate',
      toChallenge({ error: 'insufficient_scope', scope: admission.missing, ...about }),
    );
}
