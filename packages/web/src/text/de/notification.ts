import type { notification as original } from '../en/notification.ts';
import type { Translation } from '../formatter.ts';

export const notification: Translation<typeof original> = {
  test: 'Die Benachrichtigungen funktionieren.',
  offline: 'Die Cloud erreicht die Bridge seit 15 Minuten nicht.',
  low: ({ temperature, limit }: { temperature: string; limit: string }) =>
    `${temperature}, seit Längerem unter ${limit}`,
  high: ({ temperature, limit }: { temperature: string; limit: string }) =>
    `${temperature}, seit Längerem über ${limit}`,
};
