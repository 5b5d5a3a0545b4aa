import { checkException, type ExceptionsAnswer, type KeptException } from '@plenum/protocol/schedule';
import { unknownForm } from '../answer/failure-of.ts';
import type { Connection } from '../connection/connection.ts';
import { readOwn } from './read-own.ts';

const path = '/favourites/exceptions';

/** Reads what favourites do on some dates, other than in every week. */
export const readExceptions = async (connection: Connection): Promise<readonly KeptException[]> => {
  const lacks = 'keeps no exceptions of favourites';
  const { exceptions } = await readOwn<ExceptionsAnswer>(connection, { path, key: 'exceptions', lacks });
  const isKept = (one: KeptException) => {
    const { setAt, from, to, isApplied: _, ...exception } = one;
    return [setAt, from, to].every((at) => typeof at === 'number') && checkException(exception).ok;
  };
  if (Array.isArray(exceptions) && exceptions.every((one) => one instanceof Object && isKept(one)))
    return exceptions;
  throw unknownForm(connection, 'its exceptions');
};
