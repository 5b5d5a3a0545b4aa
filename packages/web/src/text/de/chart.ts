import type { chart as original } from '../en/chart.ts';
import type { Translation } from '../formatter.ts';

export const chart: Translation<typeof original> = {
  damper: 'Klappe',
  temperature: ({ name }) => `${name}: Temperatur im Verlauf`,
  powerByChannel: 'Leistung nach Kanal',
  powerOverTime: 'Leistung nach Kanal im Verlauf',
  nothingRecorded: 'Nichts aufgezeichnet',
  showAll: 'Alles zeigen',
  nothingYet:
    'In dieser Zeit wurde noch nichts aufgezeichnet. Die Bridge zeichnet jede Minute einen Messwert auf.',
  lastDay: 'Die letzten 24 Stunden',
};
