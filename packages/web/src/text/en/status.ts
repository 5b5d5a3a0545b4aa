import { type Status, toLabel, toSentence, type WriteDegrees } from '@plenum/insight/status';
import type { Texts } from '../formatter.ts';

interface StatusFacts {
  readonly status: Status;
  readonly write: WriteDegrees;
}

/** The sentences of a status are in the protocol, which the command line uses too. */
export const status = {
  label: ({ status, write }: StatusFacts) => toLabel(status, write),
  sentence: ({ status, write }: StatusFacts) => toSentence(status, write),
  cool: 'Cooling',
  heat: 'Heating',
  vent: 'Fan only',
  idle: 'Idle',
  off: 'Off',
} satisfies Texts;
