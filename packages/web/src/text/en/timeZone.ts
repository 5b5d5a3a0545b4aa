import type { Texts } from '../formatter.ts';

export const timeZone = {
  title: 'Time zone',
  ask: ({ zone }: { zone: string }) => `The clocks of this house are in ${zone}. Is that right?`,
  use: ({ zone }: { zone: string }) => `Use ${zone}`,
  keep: ({ zone }: { zone: string }) => `Keep ${zone}`,
  help: 'The times on these pages, exceptions of favourites and the days of energy follow it.',
  fixed: 'A simulated house has the time zone in its file.',
} satisfies Texts;
