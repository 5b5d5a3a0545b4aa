import type { oneDate as original } from '../en/oneDate.ts';
import type { Translation } from '../formatter.ts';

export const oneDate: Translation<typeof original> = {
  title: 'Una fecha',
  now: 'Ahora',
  end: 'Anular',
  otherTimes: 'Otro horario en una fecha',
  date: 'Fecha',
  start: 'Inicio en esa fecha',
  stop: 'Fin, vacío para ninguno',
  set: 'Fijar esta fecha',
  autosave: 'Los cambios se guardan al hacerlos.',
  copy: 'Copiar para los demás días',
  copyHelp: 'Un favorito tiene el mismo horario todos sus días. Una copia puede tener otro.',
  noneFree: 'Los nueve favoritos están en uso; no hay sitio para una copia.',
  moveHelp: 'Las flechas lo mueven un cuarto de hora todos sus días; con Mayús, solo su final.',
  skip: ({ day }) => `Omitir ${day}`,
  skips: ({ day }) => `Omitido el ${day}`,
  startsAt: ({ day, from }) => `${day} desde las ${from}`,
  runs: ({ day, from, to }) => `${day} ${from}–${to}`,
  editSkipped: ({ name, day, from, to }) =>
    `${name}, ${day} de ${from} a ${to}, omitido en esa fecha; editar`,
  editOnce: ({ name, day, from, to }) => `${name}, ${day} de ${from} a ${to}, solo en esa fecha; editar`,
  onceOnly: 'solo en esa fecha',
  holiday: 'Vacaciones',
  holidayHelp:
    'Ningún favorito del aire acondicionado ni de los splits empieza antes de que vuelva. El jardín se riega.',
  leave: 'Primer día fuera',
  return: 'Fecha de regreso',
  setHoliday: 'Fijar las vacaciones',
  away: ({ day, back }) => `Fuera desde el ${day}, de vuelta el ${back}`,
  endOf: ({ day }) => `Anular ${day}`,
  moved: ({ name, from, to }) => `${name} funciona ahora de ${from} a ${to}.`,
};
