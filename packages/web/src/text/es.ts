import { app } from './es/app.ts';
import type { Catalogue } from './text.ts';

/** The texts of the pages in Spanish. */
export const spanish: Catalogue = { app };
