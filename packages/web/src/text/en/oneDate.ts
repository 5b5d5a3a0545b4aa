import type { Texts } from '../formatter.ts';

export const oneDate = {
  title: 'One date',
  now: 'Now',
  end: 'Take back',
  otherTimes: 'Other times on one date',
  date: 'Date',
  start: 'Start on that date',
  stop: 'Stop, empty for none',
  set: 'Set this date',
  autosave: 'Changes are saved as you make them.',
  copy: 'Copy to the other days',
  copyHelp: 'A favourite has the same times on all its days. A copy can have others.',
  noneFree: 'All nine favourites are used; there is no place for a copy.',
  moveHelp: 'Arrow keys move it by a quarter of an hour on all its days, with Shift only its end.',
  skip: ({ day }: { day: string }) => `Skip ${day}`,
  skips: ({ day }: { day: string }) => `Skipped on ${day}`,
  startsAt: ({ day, from }: { day: string; from: string }) => `${day} from ${from}`,
  runs: ({ day, from, to }: { day: string; from: string; to: string }) => `${day} ${from}–${to}`,
  editSkipped: ({ name, day, from, to }: { name: string; day: string; from: string; to: string }) =>
    `${name}, ${day} ${from} to ${to}, skipped on that date; edit`,
  editOnce: ({ name, day, from, to }: { name: string; day: string; from: string; to: string }) =>
    `${name}, ${day} ${from} to ${to}, on that date only; edit`,
  onceOnly: 'on that date only',
  holiday: 'Holiday',
  holidayHelp:
    'No favourite of the air conditioner and the splits starts before you return. The garden is watered.',
  leave: 'First day away',
  return: 'Date of return',
  setHoliday: 'Set the holiday',
  away: ({ day, back }: { day: string; back: string }) => `Away from ${day}, back on ${back}`,
  endOf: ({ day }: { day: string }) => `Take back ${day}`,
  moved: ({ name, from, to }: { name: string; from: string; to: string }) =>
    `${name} runs from ${from} to ${to} now.`,
} satisfies Texts;
