import type { Texts } from '../formatter.ts';

export const fault = {
  sensorFailed: 'the sensor has failed',
  sensorBattery: ({ how }: { how: string | number }) => `sensor battery ${how}`,
  sensorRadio: ({ how }: { how: string | number }) => `radio signal of the sensor: ${how}`,
  damperStuck: 'the damper is stuck',
  stopped: ({ how }: { how: string | number }) => `stopped with the error ${how}`,
  noAnswer: 'does not answer',
  wire: ({ how }: { how: string | number }) => `wire ${how}`,
  controller: ({ how }: { how: string | number }) => `controller ${how} reports an error`,
  battery: ({ how }: { how: string | number }) => `battery ${how}`,
} satisfies Texts;
