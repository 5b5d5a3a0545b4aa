import { ok } from '@plenum/protocol/refusal';
import { exceptionEndpoints } from '@plenum/protocol/schedule';
import { bindRead, bindWrite } from '../../device/bind.ts';
import type { Read, Write } from '../../device/records.ts';
import type { Exceptions } from '../../exceptions/exceptions.ts';

const { readExceptions, setException, endException } = exceptionEndpoints;

export const createExceptionsRead = (exceptions: Exceptions): Read =>
  bindRead(readExceptions, () => ok({ exceptions: exceptions.list() }));

export const createExceptionsWrites = (exceptions: Exceptions): Write[] => [
  bindWrite(setException, exceptions.add),
  bindWrite(endException, exceptions.end),
];
