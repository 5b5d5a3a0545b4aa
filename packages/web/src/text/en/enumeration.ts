import type { Texts } from '../formatter.ts';

export const enumeration = {
  word: ({ label }: { enumeration: string; label: string }) => label,
} satisfies Texts;
