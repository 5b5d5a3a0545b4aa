import type { Texts } from '../formatter.ts';

export const chart = {
  damper: 'Damper',
  temperature: ({ name }: { name: string | number }) => `${name}: temperature over time`,
  powerByChannel: 'Power by channel',
  powerOverTime: 'Power by channel over time',
  nothingRecorded: 'Nothing recorded',
  showAll: 'Show all',
  nothingYet: 'Nothing was recorded in this period yet. The bridge records a sample each minute.',
  lastDay: 'The last 24 hours',
} satisfies Texts;
