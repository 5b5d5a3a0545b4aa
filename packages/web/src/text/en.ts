import { app } from './en/app.ts';

/** The texts of the pages in English, the language in which they are written first. One file for each part. */
export const english = { app };

export type English = typeof english;
