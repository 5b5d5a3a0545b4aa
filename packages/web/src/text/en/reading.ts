import type { Texts } from '../formatter.ts';

export const reading = {
  outdoors: 'Outdoors',
  wholeHouse: 'Whole house',
  returnAir: 'Return air',
  setpoint: 'Setpoint',
  damperPercent: 'Damper %',
  type: ({ number }: { number: string | number }) => `Type ${number}`,
  setpointRange: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  meter: ({ number }: { number: number }) => `Meter ${number}`,
  justNow: 'just now',
  todayAt: ({ time }: { time: string }) => `today ${time}`,
  tomorrowAt: ({ time }: { time: string }) => `tomorrow ${time}`,
  celsius: ({ degrees }: { degrees: string }) => `${degrees} degrees Celsius`,
  fahrenheit: ({ degrees }: { degrees: string }) => `${degrees} degrees Fahrenheit`,
  airFresh: 'fresh',
  airStale: 'stale',
  airBad: 'bad, open a window',
} satisfies Texts;
