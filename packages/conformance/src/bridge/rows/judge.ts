import { type Level, type Row, untested } from '../../row/row.ts';
import type { BridgeEvidence } from '../evidence.ts';

/** Judges one statement by what was seen of a bridge. */
export type Judge = Row<BridgeEvidence>['judge'];

/** Makes rows of one level, unless a row states another. */
export const rowOfLevel =
  (defaultLevel: Level) =>
  (
    id: string,
    section: string,
    statement: string,
    judge: Judge,
    level: Level = defaultLevel,
  ): Row<BridgeEvidence> => ({ id, section, statement, level, judge });

/** What a row of commands finds where nothing was written. */
export const notWritten = untested('Commands are exercised with --write only.');
