import type { Texts } from './text.ts';

type Loaders = Readonly<Record<string, () => Promise<Texts>>>;

/** The catalogues of all languages by their files, each loaded when it is asked for. Vite makes this from the folder. */
export const catalogues: Loaders = import.meta.glob<false, string, Texts>('./*.json');

/** The texts of refusals, which are not in the catalogues. */
export const refusalTexts: Loaders = import.meta.glob<false, string, Texts>('./*/refusal.ts', {
  import: 'refusals',
});
