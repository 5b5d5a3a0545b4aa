import type { health as original } from '../en/health.ts';
import type { Translation } from '../formatter.ts';

export const health: Translation<typeof original> = {
  title: 'Zustand',
  well: 'Alles in Ordnung',
  count: ({ count }, format) =>
    format.plural(count, {
      one: 'Ein Punkt braucht Aufmerksamkeit',
      other: `${count} Punkte brauchen Aufmerksamkeit`,
    }),
  now: 'Was jetzt nicht stimmt und was zu tun ist',
  was: 'Was nicht gestimmt hat',
  nothingWas: 'In den letzten 30 Tagen wurde keine Störung aufgezeichnet.',
  began: ({ name }) => `${name}: Störung`,
  over: ({ name }) => `${name}: behoben`,
  sensors: 'Batterien und Funk',
  sensor: ({ battery, signal }) => `Batterie ${battery}, Funk ${signal}`,
  filter: 'Luftfilter',
  filterDue: 'Muss gereinigt werden',
  filterWell: ({ months }, format) =>
    format.plural(months, { one: 'Nicht fällig; jeden Monat', other: `Nicht fällig; alle ${months} Monate` }),
  filterOff: 'Keine Erinnerung eingestellt',
  heard: 'Zuletzt gehört von',
  device: 'Echte Bridge',
  house: 'Haus',
  bundle: 'Für jemanden, der hilft',
  bundleHelp:
    'Das Paket enthält die Version, den Zustand und die letzten Ereignisse, ohne Namen, Schlüssel, Tokens und Adressen.',
  download: 'Diagnose herunterladen',
  fault: ({ name, fault }) => `${name}: ${fault}`,
};
