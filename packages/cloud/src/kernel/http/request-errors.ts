import { maxLevels } from '@plenum/protocol/check';
import { errorTable } from '@plenum/protocol/error';
import type { FastifyError } from 'fastify';

/** Reasons to refuse a request before any route reads it. */
export const requestErrors = errorTable('request', {
  'two-hosts': () => 'The request names two hosts.',
  'too-deep': () => `The body is nested deeper than ${maxLevels} levels.`,
  nul: () => 'The request has a NUL character in a string.',
});

/** Returns the HTTP status of an error thrown by a hook or a route: 4xx if the client is at fault. */
export const statusOfThrown = (error: FastifyError | Error): number =>
  requestErrors.is(error) ? 400 : ((error as FastifyError).statusCode ?? 500);
