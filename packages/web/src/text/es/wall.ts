import type { wall as original } from '../en/wall.ts';
import type { Translation } from '../formatter.ts';

export const wall: Translation<typeof original> = {
  open: 'Pantalla de pared',
  leave: 'Salir de la pantalla de pared',
  find: 'Buscar una habitación',
  findHint: 'Por su nombre o por lo que hace, por ejemplo enfriando',
  none: ({ words }) => `Ninguna habitación para «${words}».`,
  found: ({ count, all }, format) => `${format.number(count)} de ${format.number(all)} habitaciones`,
  to: ({ degrees }) => `a ${degrees}`,
};
