import type { fault as original } from '../en/fault.ts';
import type { Translation } from '../formatter.ts';

export const fault: Translation<typeof original> = {
  sensorFailed: 'der Fühler ist ausgefallen',
  sensorBattery: ({ how }) => `Batterie des Fühlers: ${how}`,
  sensorRadio: ({ how }) => `Funksignal des Fühlers: ${how}`,
  damperStuck: 'die Klappe klemmt',
  stopped: ({ how }) => `steht mit dem Fehler ${how}`,
  noAnswer: 'antwortet nicht',
  wire: ({ how }) => `Leitung: ${how}`,
  controller: ({ how }) => `Steuergerät ${how} meldet einen Fehler`,
  battery: ({ how }) => `Batterie: ${how}`,
};
