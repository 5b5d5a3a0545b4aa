import { isTooDeep } from '@plenum/protocol/check';
import type { FastifyInstance } from 'fastify';
import { requestErrors } from './request-errors.ts';

/** A NUL character as JSON writes it: `\u0000` after an even number of backslashes. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * Checks the text of a JSON body before it is parsed, because parsing brackets takes many times as long as reading
 * them, and visiting each parsed value takes longer still. Throws an error of `requestErrors`.
 */
export function checkJsonText(text: string): void {
  if (isTooDeep(text)) throw requestErrors.error('too-deep');
  if (text.includes('\\u0000') && escapedNul.test(text)) throw requestErrors.error('nul');
}

/** Parses JSON bodies of all routes of an application that have no other parser. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    try {
      checkJsonText(text);
    } catch (error) {
      return done(error as Error);
    }
    parse(request, text, done);
  });
}
