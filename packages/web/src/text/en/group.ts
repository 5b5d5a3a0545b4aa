import type { Texts } from '../formatter.ts';

export const group = {
  allRooms: 'All rooms',
  allOff: 'All off',
  allOffDone: 'Everything is off.',
  setTo: 'Set to',
  other: 'Another setpoint',
  chooseAll: 'Choose all',
  chooseNone: 'Choose none',
  undo: 'Undo',
  undone: 'Restored.',
  active: 'Active',
  set: ({ degrees }: { degrees: string }) => `Set to ${degrees}`,
  allSet: ({ degrees }: { degrees: string }) => `All rooms are set to ${degrees}.`,
  someSet: ({ count, degrees }: { count: number; degrees: string }, format) =>
    format.plural(count, {
      one: `One room is set to ${degrees}.`,
      other: `${format.number(count)} rooms are set to ${degrees}.`,
    }),
  started: ({ name }: { name: string }) => `${name} has started.`,
  modeSet: ({ mode }: { mode: string }) => `The mode is ${mode}.`,
  activeUntil: ({ time }: { time: string }) => `Active until ${time}`,
  changedRooms: ({ count }: { count: number }, format) =>
    format.plural(count, { one: 'one room changed', other: `${format.number(count)} rooms changed` }),
} satisfies Texts;
