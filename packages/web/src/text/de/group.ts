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
  nearest: ({ rooms, degrees }) => `${rooms}: ${degrees}, näher geht es nicht.`,
  started: ({ name }) => `${name} wurde gestartet.`,
  modeSet: ({ mode }) => `Die Betriebsart ist ${mode}.`,
  activeUntil: ({ time }) => `Aktiv bis ${time}`,
  changedRooms: ({ count }, format) =>
    format.plural(count, { one: 'ein Raum geändert', other: `${format.number(count)} Räume geändert` }),
  setGroup: ({ name, degrees }) => `${degrees}, ${name} einstellen`,
  groupSet: ({ name, degrees }) => `${name}: auf ${degrees} eingestellt.`,
  switchOff: ({ name }) => `${name} ausschalten`,
  switchOn: ({ name }) => `${name} einschalten`,
  groupOff: ({ name }) => `${name}: ausgeschaltet.`,
  groupOn: ({ name }) => `${name}: eingeschaltet.`,
  rooms: ({ count }, format) =>
    format.plural(count, { one: 'ein Raum', other: `${format.number(count)} Räume` }),
  groups: 'Gruppen',
  add: 'Neue Gruppe',
  none: 'Es gibt noch keine Gruppen. Eine Gruppe hat einen Namen, zum Beispiel Obergeschoss, und wird gemeinsam eingestellt und geschaltet.',
  name: 'Name der Gruppe',
  save: 'Gruppe speichern',
  edit: 'Ändern',
  editOne: ({ name }) => `${name} ändern`,
  removeOne: ({ name }) => `${name} entfernen`,
  removed: ({ name }) => `${name} ist keine Gruppe mehr.`,
  filter: 'Gruppe',
  everyRoom: 'Alle Räume',
  ungrouped: 'Ohne Gruppe',
  otherRooms: 'Weitere Räume',
};
