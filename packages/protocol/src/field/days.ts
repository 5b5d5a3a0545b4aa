import { clock, flag, record } from './make.ts';

/** The days of the week in the order of the interface, each with its key in a favourite (interface 2.4). */
export const weekdays = ['M', 'Tu', 'W', 'Th', 'F', 'Sa', 'Su'] as const;
export type Weekday = (typeof weekdays)[number];

export const dayFlags = {
  M: flag('Monday'),
  Tu: flag('Tuesday'),
  W: flag('Wednesday'),
  Th: flag('Thursday'),
  F: flag('Friday'),
  Sa: flag('Saturday'),
  Su: flag('Sunday'),
};

export const days = record('days on which the favourite runs', dayFlags);

/**
 * Start and stop of a favourite. Hour 31 or minute 63 switches the start or stop off (interface 2.4, 4.4 Schedule).
 */
export const startStop = {
  StartH: clock('start hour; 31 = no start', { max: 23, disabled: 31 }),
  StartM: clock('start minute; 63 = no start', { max: 59, disabled: 63 }),
  StopH: clock('stop hour; 31 = no stop', { max: 23, disabled: 31 }),
  StopM: clock('stop minute; 63 = no stop', { max: 59, disabled: 63 }),
};
