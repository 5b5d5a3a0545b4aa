import type { Texts } from '../formatter.ts';

export const garden = {
  manualBar: ({ run }: { run: string | number }) => `${run}, manual`,
  wateredToday: 'Watered today',
  weekAgo: 'A week ago or more',
  daysAgo: ({ days }: { days: number }, format) =>
    `${format.plural(days, { one: `${format.number(days)} day`, other: `${format.number(days)} days` })} ago`,
  nothingToday: 'No watering is scheduled today',
  programs: 'Programs',
  noMoreToday: 'No more today',
  watering: ({ stations }: { stations: string | number }) => `Watering ${stations}`,
  soaking: 'Soaking',
  running: ({ program }: { program: string | number }) => `Running ${program}`,
  testing: 'Testing',
  off: 'Switched off',
  rainDelayFor: ({ days }: { days: number }, format) =>
    `Rain delay, ${format.plural(days, { one: `${format.number(days)} day`, other: `${format.number(days)} days` })}`,
  dry: 'Dry',
  title: 'Garden',
  enabled: 'Enabled',
  rainDelay: 'Rain delay',
  amount: 'Amount of water',
  runNow: 'Run a program now',
  wire: ({ fault }: { fault: string }) => `Wire ${fault}`,
  today: ({ runs }: { runs: string }) => `Today: ${runs}`,
  byHand: ({ runs }: { runs: string }) => `Manual: ${runs}`,
  noDelay: 'No',
  days: ({ days }: { days: number }, format) =>
    format.plural(days, { one: `${days} day`, other: `${days} days` }),
  run: ({ name }: { name: string }) => `Run ${name}`,
  stop: ({ name }: { name: string }) => `Stop ${name}`,
} satisfies Texts;
