import type { control as original } from '../en/control.ts';
import type { Translation } from '../formatter.ts';

export const control: Translation<typeof original> = {
  skipToRooms: 'Ir a las habitaciones',
  title: 'Mandos',
  setpoint: 'Consigna',
  mode: 'Modo',
  fan: 'Ventilador',
  swing: 'Lamas',
  on: 'Encendido',
  sleepTimer: 'Temporizador de apagado',
  maxAir: 'Apertura máxima',
  minAir: 'Apertura mínima',
  name: 'Nombre',
  advanced: 'Avanzado',
  advancedHelp: 'Todos los comandos de la interfaz a este componente, tal como se envían.',
  leads: ({ name }) => `<a>${name}</a> manda: el equipo sigue su temperatura y esta consigna.`,
  leaderSetpoint: ({ name }) => `Consigna de ${name}, que manda`,
};
