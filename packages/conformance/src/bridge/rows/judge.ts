import { type Level, type Row, untested } from '../../row.ts';
import type { BridgeEvidence } from '../evidence.ts';

/** Checks one statement against the observations of a bridge. */
export type Judge = Row<BridgeEvidence>['judge'];

/** Returns a function that creates rows; a row without a level gets the default level. */
export const rowOfLevel =
  (defaultLevel: Level) =>
  (
    id: string,
    section: string,
    statement: string,
    judge: Judge,
    level: Level = defaultLevel,
  ): Row<BridgeEvidence> => ({ id, section, statement, level, judge });

/** The finding for a row about commands if no commands were sent. */
export const notWritten = untested('Commands are tested only with --write.');
