import type { chart as original } from '../en/chart.ts';
import type { Translation } from '../formatter.ts';

export const chart: Translation<typeof original> = {
  damper: 'Compuerta',
  temperature: ({ name }) => `${name}: temperatura a lo largo del tiempo`,
  powerByChannel: 'Potencia por canal',
  powerOverTime: 'Potencia por canal a lo largo del tiempo',
};
