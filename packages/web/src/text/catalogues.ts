import type { Texts } from './text.ts';

/** The catalogues of all languages by file, each loaded on demand. Vite generates this list from the folder. */
export const catalogues: Readonly<Record<string, () => Promise<Texts>>> = import.meta.glob<
  false,
  string,
  Texts
>('./*.json');
