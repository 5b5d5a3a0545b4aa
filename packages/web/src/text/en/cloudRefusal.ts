import type { ConsoleRefusal } from '@plenum/client/console';
import type { Texts } from '../formatter.ts';

/** Why the cloud refused a request. The cloud sends the English sentence itself. */
export const cloudRefusal = {
  sentence: ({ refusal }: { refusal: ConsoleRefusal }) => refusal.sentence,
} satisfies Texts;
