import { ok, type Result } from '@plenum/protocol/refusal';
import { checkException, checkExceptionRef, type ExceptionsAnswer } from '@plenum/protocol/schedule';
import type { Read, Write } from '../../device/records.ts';
import type { Exceptions } from '../../exceptions/exceptions.ts';

const path = '/favourites/exceptions';
const endpoint = 'exceptions';

/** `GET /favourites/exceptions` lists the exceptions of favourites. */
export const createExceptionsRead = (exceptions: Exceptions): Read => ({
  path,
  endpoint,
  read: () => ok<ExceptionsAnswer>({ exceptions: exceptions.list() }),
});

const checked =
  <Value>(check: (input: unknown) => Result<Value>, act: (value: Value) => Promise<Result<undefined>>) =>
  async (input: unknown): Promise<Result<undefined>> => {
    const value = check(input);
    return value.ok ? act(value.value) : value;
  };

/** `POST /favourites/exceptions` sets what a favourite does on one date; `/end` takes it back. */
export const createExceptionsWrites = (exceptions: Exceptions): Write[] => [
  { path, endpoint, write: checked(checkException, exceptions.add) },
  { path: `${path}/end`, endpoint, write: checked(checkExceptionRef, exceptions.end) },
];
