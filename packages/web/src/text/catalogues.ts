import type { Texts } from './text.ts';

/** The catalogues of all languages by their files, each loaded when it is asked for. Vite makes this from the folder. */
export const catalogues: Readonly<Record<string, () => Promise<Texts>>> = import.meta.glob<
  false,
  string,
  Texts
>('./*.json');
