import type { live as original } from '../en/live.ts';
import type { Translation } from '../formatter.ts';

export const live: Translation<typeof original> = {
  theCloud: 'La nube',
  noAnswer: 'El puente no responde',
  badStatus: ({ status }) => `El puente respondió con el estado ${status}.`,
  theBridge: 'El puente',
  noAnswerChange: 'El puente no responde; puede que el cambio se haya hecho o no.',
};
