import type { Texts } from '../formatter.ts';

export const notification = {
  test: 'Notifications work.',
  offline: 'The cloud has not reached the bridge for 15 minutes.',
  low: ({ temperature, limit }: { temperature: string; limit: string }) =>
    `${temperature}, below ${limit} for long`,
  high: ({ temperature, limit }: { temperature: string; limit: string }) =>
    `${temperature}, above ${limit} for long`,
} satisfies Texts;
