import { checkTimeZone, isTimeZone, type TimeZoneAnswer } from '@plenum/protocol/extension';
import { unknownForm } from '../answer/failure-of.ts';
import type { Connection } from '../connection/connection.ts';
import { orThrow } from '../error/or-throw.ts';
import type { Queue } from '../queue/queue.ts';
import { ownAnswer, readOwn } from './read-own.ts';

/** The time zone of the clocks of a house; other bridges than Plenum's answer `unsupported`. */
export interface TimeZone {
  readonly read: () => Promise<TimeZoneAnswer>;
  /** Sets it by its IANA name; a bridge refuses that for a simulated house. */
  readonly set: (timeZone: string) => Promise<void>;
}

const lacks = 'does not know the time zone of its house';
const path = '/time-zone';

/** The time zone of the house behind one connection. */
export const createTimeZone = (connection: Connection, queue: Queue): TimeZone => {
  const read = async () => {
    const answer = await readOwn<TimeZoneAnswer>(connection, { path, key: 'timeZone', lacks });
    if (isTimeZone(answer.timeZone)) return answer;
    throw unknownForm(connection, 'its time zone');
  };
  const set = async (typed: string) => {
    const body = { timeZone: orThrow(checkTimeZone(typed)) };
    const request = { method: 'POST', path, body: JSON.stringify(body), retryIfLost: true } as const;
    const run = async () => void ownAnswer(connection, await connection.send(request), lacks);
    await queue.write({ key: undefined, body, run });
  };
  return { read: () => queue.read('time zone', read), set };
};
