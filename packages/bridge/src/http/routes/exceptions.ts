import { parseBody } from '@plenum/protocol/check';
import { type Result, refuse } from '@plenum/protocol/refusal';
import { checkException, checkExceptionRef, type ExceptionsAnswer } from '@plenum/protocol/schedule';
import type { Exceptions } from '../../exceptions/exceptions.ts';
import { type Answer, toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import type { Route } from '../route.ts';

export interface ExceptionsRoutesDeps {
  readonly exceptions: Exceptions;
  readonly readOnly: boolean;
}

/** `GET` and `POST /favourites/exceptions` list and set what a favourite does on one date; `/end` takes it back. */
export const createExceptionsRoutes = ({ exceptions, readOnly }: ExceptionsRoutesDeps): Route[] => {
  const change = async <Value>(
    body: Body,
    check: (input: unknown) => Result<Value>,
    act: (value: Value) => Promise<Result<undefined>>,
  ): Promise<Answer> => {
    const parsed = readOnly ? refuse('read-only') : body.ok ? parseBody(body.value) : body;
    const checked = parsed.ok ? check(parsed.value) : parsed;
    return toAnswer(checked.ok ? await act(checked.value) : checked, () => toTextAnswer('OK'));
  };
  const path = '/favourites/exceptions';
  return [
    {
      method: 'GET',
      path,
      endpoint: 'exceptions',
      handle: () => {
        const answer: ExceptionsAnswer = { exceptions: exceptions.list() };
        return toJsonAnswer(JSON.stringify(answer));
      },
    },
    {
      method: 'POST',
      path,
      endpoint: 'exceptions',
      handle: (request) => change(bodyOf(request), checkException, exceptions.add),
    },
    {
      method: 'POST',
      path: `${path}/end`,
      endpoint: 'exceptions',
      handle: (request) => change(bodyOf(request), checkExceptionRef, exceptions.end),
    },
  ];
};
