import { errorTable } from '@plenum/protocol/error';
import type { FastifyError } from 'fastify';

/** Why a request is refused before any route reads it. */
export const requestErrors = errorTable('request', {
  'two-hosts': () => 'The request names two hosts.',
  nul: () => 'The request has a NUL character in a text.',
});

/** The HTTP status of what a hook or a route throws: 4xx where the sender is at fault. */
export const statusOfThrown = (error: FastifyError | Error): number =>
  requestErrors.is(error) ? 400 : ((error as FastifyError).statusCode ?? 500);
