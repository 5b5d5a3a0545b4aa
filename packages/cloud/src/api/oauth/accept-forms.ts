import { limits } from '@plenum/protocol/cloud';
import { errorTable } from '@plenum/protocol/error';
import type { FastifyBodyParser, FastifyError, FastifyInstance } from 'fastify';
import { checkJsonText } from '../../kernel/http/json-body.ts';
import type { RefusalPace } from '../../kernel/http/refusal-pace.ts';
import { requestErrors, statusOfThrown } from '../../kernel/http/request-errors.ts';

const bodyErrors = errorTable('body of an OAuth request', {
  malformed: () => 'the body is neither a form nor a JSON object of strings',
  'too-many': () => `the body has more than ${limits.formParameters.most} parameters`,
});

/** Reasons why Fastify could not read a body, by HTTP status, as OAuth error descriptions (RFC 6749, 5.2). */
const descriptions: Readonly<Record<number, string>> = {
  413: 'the body is too large',
  415: 'the body is neither a form nor JSON',
};

const fromJson = (text: string): URLSearchParams => {
  checkJsonText(text);
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bodyErrors.error('malformed');
  const members = Object.entries(value);
  if (members.length > limits.formParameters.most) throw bodyErrors.error('too-many');
  const form = new URLSearchParams();
  for (const [name, member] of members) {
    if (member === null) continue;
    if (typeof member !== 'string' && typeof member !== 'number') throw bodyErrors.error('malformed');
    form.append(name, String(member));
  }
  return form;
};

const fromForm = (text: string): URLSearchParams => {
  if (text.split('&', limits.formParameters.most + 1).length > limits.formParameters.most)
    throw bodyErrors.error('too-many');
  if (text.includes('%00') || text.includes('\0')) throw requestErrors.error('nul');
  return new URLSearchParams(text);
};

/** Passes the form of a body to `done`, or the reason why it has none. */
const parseWith =
  (toForm: (text: string) => URLSearchParams): FastifyBodyParser<string> =>
  (_, text, done) => {
    try {
      done(null, toForm(text));
    } catch (error) {
      const isKnown = bodyErrors.is(error) || requestErrors.is(error);
      done(isKnown ? (error as Error) : bodyErrors.error('malformed', {}, error));
    }
  };

/**
 * Parses bodies as forms for the routes of this plugin: `application/x-www-form-urlencoded` or a JSON object
 * (interface 5.2). A body that cannot be read is an `invalid_request` (RFC 6749, 5.2).
 */
export function acceptForms(app: FastifyInstance, refusals: RefusalPace): void {
  app.removeAllContentTypeParsers();
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const isKnown = bodyErrors.is(error) || requestErrors.is(error);
    const status = isKnown ? 400 : statusOfThrown(error);
    if (status >= 500) throw error;
    await refusals.paceAddress(request.ip);
    const error_description = isKnown
      ? error.message
      : (descriptions[status] ?? bodyErrors.error('malformed').message);
    return reply.code(status).send({ error: 'invalid_request', error_description });
  });
  const asString = { parseAs: 'string' } as const;
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', asString, parseWith(fromForm));
  app.addContentTypeParser<string>('application/json', asString, parseWith(fromJson));
}
