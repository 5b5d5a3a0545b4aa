import type { Texts } from '../formatter.ts';

export const control = {
  skipToRooms: 'Skip to the rooms',
  title: 'Controls',
  setpoint: 'Setpoint',
  mode: 'Mode',
  fan: 'Fan',
  swing: 'Swing',
  on: 'On',
  sleepTimer: 'Sleep timer',
  maxAir: 'Maximum airflow',
  minAir: 'Minimum airflow',
  name: 'Name',
  advanced: 'Advanced',
  advancedHelp: 'Every command of the interface to this component, as it is sent.',
  leads: ({ name }: { name: string }) =>
    `<a>${name}</a> leads: the unit follows its temperature and this setpoint.`,
  leaderSetpoint: ({ name }: { name: string }) => `Setpoint of ${name}, which leads`,
} satisfies Texts;
