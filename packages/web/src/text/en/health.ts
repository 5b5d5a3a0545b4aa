import type { Texts } from '../formatter.ts';

export const health = {
  title: 'Health',
  well: 'Nothing needs attention',
  count: ({ count }: { count: number }, format) =>
    format.plural(count, { one: 'One thing needs attention', other: `${count} things need attention` }),
  now: 'Wrong now, and what to do',
  was: 'What was wrong',
  nothingWas: 'No fault was recorded in the last 30 days.',
  began: ({ name }: { name: string }) => `${name}: fault`,
  over: ({ name }: { name: string }) => `${name}: over`,
  sensors: 'Batteries and radio',
  sensor: ({ battery, signal }: { battery: string; signal: string }) => `battery ${battery}, radio ${signal}`,
  filter: 'Air filter',
  filterDue: 'Due to be cleaned',
  filterWell: ({ months }: { months: number }, format) =>
    format.plural(months, { one: 'Not due; every month', other: `Not due; every ${months} months` }),
  filterOff: 'No reminder is set',
  heard: 'Last heard from',
  device: 'The real bridge',
  house: 'The house',
  bundle: 'For somebody who helps',
  bundleHelp:
    'The bundle holds the version, the state and what happened last, without names, keys, tokens and addresses.',
  download: 'Download diagnostics',
  fault: ({ name, fault }: { name: string; fault: string }) => `${name}: ${fault}`,
} satisfies Texts;
