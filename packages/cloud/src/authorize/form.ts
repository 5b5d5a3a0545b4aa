import type { FastifyInstance } from 'fastify';

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
 * Reads bodies as forms, whether they are sent as `application/x-www-form-urlencoded` or as a JSON object (DESIGN, "token
 * request"), for the routes of this part of the application alone.
 */
export const takeForms = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
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
