import type { Texts } from '../formatter.ts';

export const chart = {
  damper: 'Damper',
  temperature: ({ name }: { name: string | number }) => `${name}: temperature over time`,
  powerByChannel: 'Power by channel',
  powerOverTime: 'Power by channel over time',
} satisfies Texts;
