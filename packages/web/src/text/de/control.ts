import type { control as original } from '../en/control.ts';
import type { Translation } from '../formatter.ts';

export const control: Translation<typeof original> = {
  skipToRooms: 'Zu den Räumen springen',
  title: 'Bedienung',
  setpoint: 'Sollwert',
  mode: 'Modus',
  fan: 'Lüfter',
  swing: 'Lamellen',
  on: 'Ein',
  sleepTimer: 'Abschalttimer',
  maxAir: 'Höchste Öffnung',
  minAir: 'Kleinste Öffnung',
  name: 'Name',
  advanced: 'Erweitert',
  advancedHelp: 'Jeder Befehl der Schnittstelle an diese Komponente, wie er gesendet wird.',
  leads: ({ name }) => `<a>${name}</a> führt: Das Gerät folgt der Temperatur dort und diesem Sollwert.`,
  leaderSetpoint: ({ name }) => `Sollwert von ${name}, führt das Gerät`,
};
