import type { Texts } from '../formatter.ts';

export const explain = {
  open: 'Why?',
  openFor: ({ name }: { name: string }) => `${name}: why?`,
  steps: 'Why it is so',
  changes: 'What would change it',
  heat: 'Where its heat comes from and goes to',
  notKnown: 'The bridge answers no more than this page knows: heat, trend and schedule are missing.',
  do: 'Do it',
  unitTitle: 'Why does the air conditioner do this?',
  unitName: 'the air conditioner',
  minutes: ({ minutes }: { minutes: number }, format) =>
    format.plural(minutes, { one: `${minutes} minute`, other: `${minutes} minutes` }),
  perHour: ({ difference }: { difference: string }) => `${difference} an hour`,
} satisfies Texts;
