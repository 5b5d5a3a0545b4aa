import type { oneDate as original } from '../en/oneDate.ts';
import type { Translation } from '../formatter.ts';

export const oneDate: Translation<typeof original> = {
  title: 'Ein Datum',
  now: 'Jetzt',
  end: 'Zurücknehmen',
  otherTimes: 'Andere Zeiten an einem Datum',
  date: 'Datum',
  start: 'Start an diesem Datum',
  stop: 'Ende, leer für keines',
  set: 'Datum festlegen',
  autosave: 'Änderungen werden sofort gespeichert.',
  copy: 'Für die anderen Tage kopieren',
  copyHelp: 'Ein Favorit hat an all seinen Tagen dieselben Zeiten. Eine Kopie kann andere haben.',
  noneFree: 'Alle neun Favoriten sind belegt; für eine Kopie ist kein Platz.',
  moveHelp:
    'Pfeiltasten verschieben ihn an all seinen Tagen um eine Viertelstunde, mit der Umschalttaste nur sein Ende.',
  skip: ({ day }) => `${day} auslassen`,
  skips: ({ day }) => `Ausgelassen am ${day}`,
  startsAt: ({ day, from }) => `${day} ab ${from}`,
  runs: ({ day, from, to }) => `${day} ${from}–${to}`,
  editSkipped: ({ name, day, from, to }) =>
    `${name}, ${day} ${from} bis ${to}, an diesem Datum ausgelassen; bearbeiten`,
  editOnce: ({ name, day, from, to }) => `${name}, ${day} ${from} bis ${to}, nur an diesem Datum; bearbeiten`,
  onceOnly: 'nur an diesem Datum',
  holiday: 'Urlaub',
  holidayHelp:
    'Kein Favorit der Klimaanlage und der Splitgeräte startet, bevor Sie zurück sind. Der Garten wird bewässert.',
  leave: 'Erster Tag der Abwesenheit',
  return: 'Datum der Rückkehr',
  setHoliday: 'Urlaub festlegen',
  away: ({ day, back }) => `Abwesend ab ${day}, zurück am ${back}`,
  endOf: ({ day }) => `${day} zurücknehmen`,
  moved: ({ name, from, to }) => `${name} läuft jetzt von ${from} bis ${to}.`,
};
