import type { Texts } from '../formatter.ts';

/** What the definitions say of commands and fields is English. */
export const defined = {
  text: ({ text }: { text: string }) => text.replace(' (key spelled exactly so)', ''),
} satisfies Texts;
