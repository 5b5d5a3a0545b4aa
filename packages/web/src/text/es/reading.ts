import type { reading as original } from '../en/reading.ts';
import type { Translation } from '../formatter.ts';

export const reading: Translation<typeof original> = {
  outdoors: 'Exterior',
  wholeHouse: 'Toda la casa',
  returnAir: 'Aire de retorno',
  setpoint: 'Consigna',
  damperPercent: 'Compuerta %',
  type: ({ number }) => `Tipo ${number}`,
  setpointRange: ({ from, to }) => `${from} a ${to}`,
  meter: ({ number }) => `Medidor ${number}`,
  justNow: 'ahora mismo',
  todayAt: ({ time }) => `hoy ${time}`,
  tomorrowAt: ({ time }) => `mañana ${time}`,
  celsius: ({ degrees }) => `${degrees} grados Celsius`,
  fahrenheit: ({ degrees }) => `${degrees} grados Fahrenheit`,
  airFresh: 'fresco',
  airStale: 'viciado',
  airBad: 'malo, ventile',
};
