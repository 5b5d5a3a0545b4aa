import type { Dialect } from '@plenum/protocol/dialect';
import type { Query } from '@plenum/protocol/query';
import type { Line } from '../line/line.ts';
import { askV2 } from '../way/ask.ts';
import { collect } from './collect.ts';
import { type Reading, toReading } from './reading.ts';

/** Asks one query of the current interface. */
export const readV2 = async (line: Line, dialect: Dialect, query: Query, no: number): Promise<Reading> =>
  toReading(await askV2(line, dialect, query, no), (answer) => ({
    answer,
    components: collect(query, no, answer),
  }));
