import type { live as original } from '../en/live.ts';
import type { Translation } from '../formatter.ts';

export const live: Translation<typeof original> = {
  theCloud: 'Die Cloud',
  noAnswer: 'Die Bridge antwortet nicht',
  badStatus: ({ status }) => `Die Bridge antwortete mit dem Status ${status}.`,
  theBridge: 'Die Bridge',
  noAnswerChange: 'Die Bridge antwortet nicht; vielleicht wurde die Änderung ausgeführt, vielleicht nicht.',
};
