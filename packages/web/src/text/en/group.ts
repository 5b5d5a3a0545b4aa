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
  nearest: ({ rooms, degrees }: { rooms: string; degrees: string }) =>
    `${rooms}: ${degrees}, the nearest possible.`,
  started: ({ name }: { name: string }) => `${name} has started.`,
  modeSet: ({ mode }: { mode: string }) => `The mode is ${mode}.`,
  activeUntil: ({ time }: { time: string }) => `Active until ${time}`,
  changedRooms: ({ count }: { count: number }, format) =>
    format.plural(count, { one: 'one room changed', other: `${format.number(count)} rooms changed` }),
  setGroup: ({ name, degrees }: { name: string; degrees: string }) => `${degrees}, set ${name}`,
  groupSet: ({ name, degrees }: { name: string; degrees: string }) => `${name} is set to ${degrees}.`,
  switchOff: ({ name }: { name: string }) => `Switch ${name} off`,
  switchOn: ({ name }: { name: string }) => `Switch ${name} on`,
  groupOff: ({ name }: { name: string }) => `${name} is off.`,
  groupOn: ({ name }: { name: string }) => `${name} is on.`,
  rooms: ({ count }: { count: number }, format) =>
    format.plural(count, { one: 'one room', other: `${format.number(count)} rooms` }),
  groups: 'Groups',
  add: 'New group',
  none: 'There are no groups yet. A group has a name, such as Upstairs, and is set and switched as one.',
  name: 'Name of the group',
  save: 'Save the group',
  edit: 'Change',
  editOne: ({ name }: { name: string }) => `Change ${name}`,
  removeOne: ({ name }: { name: string }) => `Remove ${name}`,
  removed: ({ name }: { name: string }) => `${name} is no longer a group.`,
  filter: 'Group',
  everyRoom: 'All rooms',
  ungrouped: 'Without a group',
  otherRooms: 'Other rooms',
} satisfies Texts;
