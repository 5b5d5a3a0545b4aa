import type { garden as original } from '../en/garden.ts';
import type { Translation } from '../formatter.ts';

export const garden: Translation<typeof original> = {
  manualBar: ({ run }) => `${run}, manual`,
  wateredToday: 'Regada hoy',
  weekAgo: 'Hace una semana o más',
  daysAgo: ({ days }, format) =>
    `hace ${format.plural(days, { one: `un día`, other: `${format.number(days)} días` })}`,
  nothingToday: 'Hoy no hay riegos programados',
  programs: 'Programas',
  noMoreToday: 'Hoy no hay más',
  watering: ({ stations }) => `Regando ${stations}`,
  soaking: 'Absorbiendo',
  running: ({ program }) => `En marcha: ${program}`,
  testing: 'En prueba',
  off: 'Apagado',
  rainDelayFor: ({ days }, format) =>
    `Pausa por lluvia, ${format.plural(days, { one: `${format.number(days)} día`, other: `${format.number(days)} días` })}`,
  dry: 'Seco',
  title: 'Jardín',
  enabled: 'Activado',
  rainDelay: 'Pausa por lluvia',
  amount: 'Cantidad de agua',
  runNow: 'Iniciar un programa ahora',
  wire: ({ fault }) => `Cable: ${fault}`,
  today: ({ runs }) => `Hoy: ${runs}`,
  byHand: ({ runs }) => `Manual: ${runs}`,
  noDelay: 'No',
  days: ({ days }, format) => format.plural(days, { one: `${days} día`, other: `${days} días` }),
  run: ({ name }) => `Iniciar ${name}`,
  stop: ({ name }) => `Parar ${name}`,
};
