import type { Texts } from '../formatter.ts';

export const live = {
  theCloud: 'The cloud',
  noAnswer: 'The bridge does not answer',
  badStatus: ({ status }: { status: string | number }) => `The bridge answered with status ${status}.`,
  theBridge: 'The bridge',
  noAnswerChange: 'The bridge does not answer; the change may or may not have been made.',
} satisfies Texts;
