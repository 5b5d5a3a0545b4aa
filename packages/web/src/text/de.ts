import { app } from './de/app.ts';
import type { Catalogue } from './text.ts';

/** The texts of the pages in German. */
export const german: Catalogue = { app };
