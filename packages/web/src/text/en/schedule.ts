import type { Texts } from '../formatter.ts';

export const schedule = {
  days: 'Days',
  fanCoilSettings: ({
    mode,
    setpoint,
    fan,
  }: {
    mode: string | number;
    setpoint: string | number;
    fan: string | number;
  }) => `${mode}, ${setpoint}°, fan ${fan}`,
  fanCoilsChanged: 'Fan-coils it changes',
  unit: ({ number }: { number: string | number }) => `Unit ${number}`,
  fixed: 'No command changes this favourite; it is set on the controller of its units.',
  noDay: 'No day',
  runOnSchedule: 'Run on schedule',
  start: 'Start, empty for none',
  stop: 'Stop, empty for none',
  favourite: ({ number }: { number: string | number }) => `Favourite ${number}`,
  startNow: 'Start now',
  ducted: 'Ducted favourites',
  split: 'Split favourites',
  fanCoil: 'Fan-coil favourites',
  startNumber: ({ number }: { number: string | number }) => `Start ${number}`,
  removeStart: ({ number }: { number: string | number }) => `Remove start ${number}`,
  startTime: 'Start time',
  program: ({ number }: { number: string | number }) => `Program ${number}`,
  waterNow: 'Water now',
  runTimes: 'Run times',
  minutesEach: 'Minutes for each station',
  minutesOf: ({ name }: { name: string | number }) => `${name} minutes`,
  theWeek: ({ title }: { title: string | number }) => `${title}, the week`,
  notUsed: 'Not used',
  from: ({ start }: { start: string | number }) => `From ${start}`,
  unused: ({ number }: { number: string | number }) => `Unused ${number}`,
  programs: 'Irrigation programs',
  none: 'This house has no schedules: it has neither favourites nor irrigation.',
  help: 'A favourite runs on the days shown. Select one to edit its times, its days and what it does.',
  splitsChanged: 'Splits it changes',
  sleepKept: 'The bridge does not report the sleep timer of a favourite: this is the value saved here last.',
  manual: 'manual',
  until: ({ start, stop }: { start: string; stop: string }) => `${start} to ${stop}`,
  timesOff: ({ times }: { times: string }) => `${times}, off`,
  edit: ({ name, day, from, to }: { name: string; day: string; from: string; to: string }) =>
    `${name}, ${day} ${from} to ${to}; edit`,
  editOff: ({ name, day, from, to }: { name: string; day: string; from: string; to: string }) =>
    `${name}, ${day} ${from} to ${to}, off; edit`,
} satisfies Texts;
