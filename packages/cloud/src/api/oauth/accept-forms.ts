import { errorTable } from '@plenum/protocol/error';
import type { FastifyError, FastifyInstance } from 'fastify';
import { statusOfThrown } from '../../kernel/http/request-errors.ts';

const bodyErrors = errorTable('body of an OAuth request', {
  malformed: () => 'the body is neither a form nor a JSON object of strings',
});

/** Reasons why Fastify could not read a body, by HTTP status, as OAuth error descriptions (RFC 6749, 5.2). */
const descriptions: Readonly<Record<number, string>> = {
  413: 'the body is too large',
  415: 'the body is neither a form nor JSON',
};

const fromJson = (text: string): URLSearchParams => {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bodyErrors.error('malformed');
  const form = new URLSearchParams();
  for (const [name, member] of Object.entries(value)) {
    if (member === null) continue;
    if (typeof member !== 'string' && typeof member !== 'number') throw bodyErrors.error('malformed');
    form.append(name, String(member));
  }
  return form;
};

/**
 * Parses bodies as forms for the routes of this plugin: `application/x-www-form-urlencoded` or a JSON object
 * (interface 5.2). A body that cannot be read is an `invalid_request` (RFC 6749, 5.2).
 */
export const acceptForms = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.setErrorHandler<FastifyError>((error, _, reply) => {
    const status = bodyErrors.is(error) ? 400 : statusOfThrown(error);
    if (status >= 500) throw error;
    const error_description = descriptions[status] ?? bodyErrors.error('malformed').message;
    return reply.code(status).send({ error: 'invalid_request', error_description });
  });
  const asString = { parseAs: 'string' } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', asString, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.addContentTypeParser('application/json', asString, (_, body, done) => {
    try {
      done(null, fromJson(String(body)));
    } catch (error) {
      done(bodyErrors.error('malformed', {}, error));
    }
  });
};
