import { type Level, type Row, untested } from '../../row/row.ts';
import type { BridgeEvidence } from '../evidence.ts';

/** Judges one statement by the observations of a bridge. */
export type Judge = Row<BridgeEvidence>['judge'];

/** Makes rows of one level, unless a row has its own. */
export const rowOfLevel =
  (defaultLevel: Level) =>
  (
    id: string,
    section: string,
    statement: string,
    judge: Judge,
    level: Level = defaultLevel,
  ): Row<BridgeEvidence> => ({ id, section, statement, level, judge });

/** The finding for a row about commands if nothing was written. */
export const notWritten = untested('Commands are tested only with --write.');
