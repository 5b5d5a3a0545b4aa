import type { reading as original } from '../en/reading.ts';
import type { Translation } from '../formatter.ts';

export const reading: Translation<typeof original> = {
  outdoors: 'Außen',
  wholeHouse: 'Ganzes Haus',
  returnAir: 'Rückluft',
  setpoint: 'Sollwert',
  damperPercent: 'Klappe %',
  type: ({ number }) => `Typ ${number}`,
  setpointRange: ({ from, to }) => `${from} bis ${to}`,
  meter: ({ number }) => `Zähler ${number}`,
  justNow: 'gerade eben',
  todayAt: ({ time }) => `heute ${time}`,
  tomorrowAt: ({ time }) => `morgen ${time}`,
  celsius: ({ degrees }) => `${degrees} Grad Celsius`,
  fahrenheit: ({ degrees }) => `${degrees} Grad Fahrenheit`,
  airFresh: 'frisch',
  airStale: 'verbraucht',
  airBad: 'schlecht, bitte lüften',
};
