import type { Texts } from '../formatter.ts';

export const definition = {
  run: 'Run',
  apply: 'Apply',
  removeLast: 'Remove the last',
  addOne: 'Add one',
  yes: 'Yes',
  no: 'No',
  between: ({
    minimum,
    maximum,
    unit,
    integer,
  }: {
    minimum: string;
    maximum: string;
    unit: string;
    integer: boolean;
  }) => `Enter a ${integer ? 'whole number' : 'number'} from ${minimum} to ${maximum}${unit}.`,
  atLeast: ({ minimum, unit, integer }: { minimum: string; unit: string; integer: boolean }) =>
    `Enter a ${integer ? 'whole number' : 'number'} of at least ${minimum}${unit}.`,
  atMost: ({ maximum, unit, integer }: { maximum: string; unit: string; integer: boolean }) =>
    `Enter a ${integer ? 'whole number' : 'number'} of at most ${maximum}${unit}.`,
  anyNumber: ({ integer }: { integer: boolean }) => `Enter a ${integer ? 'whole number' : 'number'}.`,
} satisfies Texts;
