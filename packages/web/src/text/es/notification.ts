import type { notification as original } from '../en/notification.ts';
import type { Translation } from '../formatter.ts';

export const notification: Translation<typeof original> = {
  test: 'Las notificaciones funcionan.',
  offline: 'La nube no alcanza el puente desde hace 15 minutos.',
  low: ({ temperature, limit }: { temperature: string; limit: string }) =>
    `${temperature}, por debajo de ${limit} desde hace tiempo`,
  high: ({ temperature, limit }: { temperature: string; limit: string }) =>
    `${temperature}, por encima de ${limit} desde hace tiempo`,
};
