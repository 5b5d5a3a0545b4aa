import { maxClockDifference } from '@plenum/platform';
import { type SqlBool, sql } from 'kysely';

/**
 * Returns the condition that the instant in a column has passed. One that is more than `longest` ms ahead has passed too,
 * because nothing is planned for so late: it was stored before the clock of the machine went back.
 */
export const hasPassed = (column: string, now: number, longest: number) =>
  sql<SqlBool>`(${sql.ref(column)} <= ${now} OR ${sql.ref(column)} > ${now + longest + maxClockDifference})`;
