import type { FastifyError, FastifyInstance } from 'fastify';

/** Why a body was not read, by HTTP status, in the words of OAuth (RFC 6749, 5.2). */
const descriptions: Readonly<Record<number, string>> = {
  413: 'the body is too large',
  415: 'the body is neither a form nor JSON',
};

/** A body that is no form and no JSON object of strings. */
class BodyRefusal extends Error {
  readonly statusCode = 400;
  readonly code = 'PLENUM_FORM_MALFORMED';
}

const fromJson = (text: string): URLSearchParams => {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BodyRefusal();
  const form = new URLSearchParams();
  for (const [name, member] of Object.entries(value)) {
    if (member === null) continue;
    if (typeof member !== 'string' && typeof member !== 'number') throw new BodyRefusal();
    form.append(name, String(member));
  }
  return form;
};

/**
 * Reads bodies as forms, whether they are sent as `application/x-www-form-urlencoded` or as a JSON object (interface 5.2),
 * for the routes of this part of the application alone.
 */
export const acceptForms = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.setErrorHandler<FastifyError>((error, _, reply) => {
    const { statusCode: status = 500 } = error;
    if (status >= 500) throw error;
    const error_description = descriptions[status] ?? 'the body is no form and no JSON object of strings';
    return reply.code(status).send({ error: 'invalid_request', error_description });
  });
  const asString = { parseAs: 'string' } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', asString, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.addContentTypeParser('application/json', asString, (_, body, done) => {
    try {
      done(null, fromJson(String(body)));
    } catch {
      done(new BodyRefusal('The body is no JSON object of strings.'));
    }
  });
};
