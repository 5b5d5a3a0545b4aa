import type { alerts as original } from '../en/alerts.ts';
import type { Translation } from '../formatter.ts';

export const alerts: Translation<typeof original> = {
  title: 'Notificaciones',
  fault: 'Averías',
  filter: 'Filtro de aire pendiente',
  battery: 'Pilas que se agotan',
  offline: 'Puente inaccesible desde hace 15 minutos',
  range: 'Habitaciones mucho tiempo fuera del margen',
  house: 'Casa',
  everyHouse: 'Todas las casas',
  ownChoice: 'Una elección propia para esta casa',
  low: 'Por debajo de',
  high: 'Por encima de',
  howLong: 'Durante al menos',
  minutes: ({ count }: { count: number }, format) =>
    format.plural(count, { one: 'un minuto', other: `${count} minutos` }),
  hours: ({ count }: { count: number }, format) =>
    format.plural(count, { one: 'una hora', other: `${count} horas` }),
  start: 'Notificar a este navegador',
  save: 'Guardar',
  test: 'Enviar una prueba',
  end: 'Desactivar',
  saved: 'Este navegador recibe notificaciones.',
  ended: 'Este navegador ya no recibe notificaciones.',
  tested: 'La prueba está en camino.',
  notAllowed: 'El navegador no permitió las notificaciones.',
  denied: 'Las notificaciones están bloqueadas para esta página; permítalas en los ajustes del navegador.',
  unsupported: 'Este navegador no ofrece notificaciones, o no en una ventana privada.',
  shareMenu:
    'Añada primero la página a la pantalla de inicio (menú de compartir del navegador); un iPhone o iPad solo notifica desde allí.',
  insecure: 'Por el mismo motivo no hay notificaciones aquí.',
};
