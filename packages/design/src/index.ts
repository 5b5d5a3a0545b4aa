import { readFileSync } from 'node:fs';

/** `tokens.css` as text, for a page that brings its style along. */
export const tokens: string = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
