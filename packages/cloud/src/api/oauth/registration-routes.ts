import { oauthPaths } from '@plenum/protocol/cloud';
import type { FastifyError, FastifyPluginAsync } from 'fastify';
import type { Registrations } from '../../identity/oauth/app/registrations.ts';
import { statusOfThrown } from '../../kernel/http/request-errors.ts';

/**
 * `POST /register`: registers the app that calls it (RFC 7591, 3). The response lists the `redirect_uris` that the app
 * may use.
 */
export const createRegistrationRoutes =
  (registrations: Registrations, now: () => number): FastifyPluginAsync =>
  async (app) => {
    app.setErrorHandler<FastifyError>((error, _, reply) => {
      const status = statusOfThrown(error);
      if (status >= 500) throw error;
      return reply.code(status).send({
        error: 'invalid_client_metadata',
        error_description: status === 413 ? 'The body is too large.' : 'The body is not a JSON object.',
      });
    });
    app.post(oauthPaths.registration, async (request, reply) => {
      const made = registrations.register(request.body, request.ip);
      if (made.ok)
        return reply.code(201).send({
          client_id: made.clientId,
          client_id_issued_at: Math.floor(now() / 1_000),
          client_name: made.app.name,
          redirect_uris: made.app.redirectUris,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        });
      const { error, sentence: error_description, retryAfter } = made;
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      return reply.code(retryAfter === undefined ? 400 : 429).send({ error, error_description });
    });
  };
