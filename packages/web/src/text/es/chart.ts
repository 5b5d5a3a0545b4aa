import type { chart as original } from '../en/chart.ts';
import type { Translation } from '../formatter.ts';

export const chart: Translation<typeof original> = {
  damper: 'Compuerta',
  temperature: ({ name }) => `${name}: temperatura a lo largo del tiempo`,
  powerByChannel: 'Potencia por canal',
  powerOverTime: 'Potencia por canal a lo largo del tiempo',
  nothingRecorded: 'Nada registrado',
  showAll: 'Mostrar todo',
  nothingYet: 'Aún no se ha registrado nada en este periodo. El puente registra una muestra cada minuto.',
  lastDay: 'Las últimas 24 horas',
};
