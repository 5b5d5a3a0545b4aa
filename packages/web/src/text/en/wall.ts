import type { Texts } from '../formatter.ts';

export const wall = {
  open: 'Wall display',
  leave: 'Leave the wall display',
  find: 'Find a room',
  findHint: 'By its name, or by what it does, such as cooling',
  none: ({ words }: { words: string }) => `No room for “${words}”.`,
  found: ({ count, all }: { count: number; all: number }, format) =>
    `${format.number(count)} of ${format.number(all)} rooms`,
  to: ({ degrees }: { degrees: string }) => `to ${degrees}`,
} satisfies Texts;
