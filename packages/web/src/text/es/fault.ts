import type { fault as original } from '../en/fault.ts';
import type { Translation } from '../formatter.ts';

export const fault: Translation<typeof original> = {
  sensorFailed: 'el sensor ha fallado',
  sensorBattery: ({ how }) => `pila del sensor: ${how}`,
  sensorRadio: ({ how }) => `señal de radio del sensor: ${how}`,
  damperStuck: 'la compuerta está atascada',
  stopped: ({ how }) => `parada con el error ${how}`,
  noAnswer: 'no responde',
  wire: ({ how }) => `cable: ${how}`,
  controller: ({ how }) => `el controlador ${how} comunica un error`,
  battery: ({ how }) => `pila: ${how}`,
};
