import type { group as original } from '../en/group.ts';
import type { Translation } from '../formatter.ts';

export const group: Translation<typeof original> = {
  allRooms: 'Alle Räume',
  allOff: 'Alles aus',
  allOffDone: 'Alles ist ausgeschaltet.',
  setTo: 'Einstellen auf',
  other: 'Anderer Sollwert',
  chooseAll: 'Alle auswählen',
  chooseNone: 'Keinen auswählen',
  undo: 'Rückgängig',
  undone: 'Wiederhergestellt.',
  active: 'Aktiv',
  set: ({ degrees }) => `Auf ${degrees} einstellen`,
  allSet: ({ degrees }) => `Alle Räume sind auf ${degrees} eingestellt.`,
  someSet: ({ count, degrees }, format) =>
    format.plural(count, {
      one: `Ein Raum ist auf ${degrees} eingestellt.`,
      other: `${format.number(count)} Räume sind auf ${degrees} eingestellt.`,
    }),
  started: ({ name }) => `${name} wurde gestartet.`,
  modeSet: ({ mode }) => `Die Betriebsart ist ${mode}.`,
  activeUntil: ({ time }) => `Aktiv bis ${time}`,
  changedRooms: ({ count }, format) =>
    format.plural(count, { one: 'ein Raum geändert', other: `${format.number(count)} Räume geändert` }),
};
