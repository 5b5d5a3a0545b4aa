import type { chart as original } from '../en/chart.ts';
import type { Translation } from '../formatter.ts';

export const chart: Translation<typeof original> = {
  damper: 'Klappe',
  temperature: ({ name }) => `${name}: Temperatur im Verlauf`,
  powerByChannel: 'Leistung nach Kanal',
  powerOverTime: 'Leistung nach Kanal im Verlauf',
};
