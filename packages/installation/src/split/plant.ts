import type { TerminalPlant } from '../terminal/plant.ts';

/** What a wall split does not show. */
export type SplitPlant = TerminalPlant;
