import type { timeZone as original } from '../en/timeZone.ts';
import type { Translation } from '../formatter.ts';

export const timeZone: Translation<typeof original> = {
  title: 'Zeitzone',
  ask: ({ zone }) => `Die Uhren dieses Hauses gehen nach ${zone}. Stimmt das?`,
  use: ({ zone }) => `${zone} verwenden`,
  keep: ({ zone }) => `Bei ${zone} bleiben`,
  help: 'Alle Zeiten auf diesen Seiten, die Ausnahmen von Favoriten und die Tage der Energie richten sich danach.',
  fixed: 'Ein simuliertes Haus hat die Zeitzone aus seiner Datei.',
};
