import type { garden as original } from '../en/garden.ts';
import type { Translation } from '../formatter.ts';

export const garden: Translation<typeof original> = {
  manualBar: ({ run }) => `${run}, von Hand`,
  wateredToday: 'Heute bewässert',
  weekAgo: 'Vor einer Woche oder länger',
  daysAgo: ({ days }, format) =>
    `vor ${format.plural(days, { one: `einem Tag`, other: `${format.number(days)} Tagen` })}`,
  nothingToday: 'Heute ist keine Bewässerung geplant',
  programs: 'Programme',
  noMoreToday: 'Heute nichts mehr',
  watering: ({ stations }) => `Bewässert ${stations}`,
  soaking: 'Einsickern',
  running: ({ program }) => `${program} läuft`,
  testing: 'Test läuft',
  off: 'Ausgeschaltet',
  rainDelayFor: ({ days }, format) =>
    `Regenpause, ${format.plural(days, { one: `${format.number(days)} Tag`, other: `${format.number(days)} Tage` })}`,
  dry: 'Trocken',
  title: 'Garten',
  enabled: 'Aktiv',
  rainDelay: 'Regenpause',
  amount: 'Wassermenge',
  runNow: 'Jetzt ein Programm starten',
  wire: ({ fault }) => `Leitung: ${fault}`,
  today: ({ runs }) => `Heute: ${runs}`,
  byHand: ({ runs }) => `Von Hand: ${runs}`,
  noDelay: 'Keine',
  days: ({ days }, format) => format.plural(days, { one: `${days} Tag`, other: `${days} Tage` }),
  run: ({ name }) => `${name} starten`,
  stop: ({ name }) => `${name} stoppen`,
};
