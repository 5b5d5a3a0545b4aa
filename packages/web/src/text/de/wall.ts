import type { wall as original } from '../en/wall.ts';
import type { Translation } from '../formatter.ts';

export const wall: Translation<typeof original> = {
  open: 'Wandanzeige',
  leave: 'Wandanzeige verlassen',
  find: 'Raum suchen',
  findHint: 'Nach dem Namen oder nach der Tätigkeit, zum Beispiel „kühlt“',
  none: ({ words }) => `Kein Raum zu „${words}“.`,
  found: ({ count, all }, format) => `${format.number(count)} von ${format.number(all)} Räumen`,
  to: ({ degrees }) => `auf ${degrees}`,
};
