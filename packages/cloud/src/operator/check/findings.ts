import type { Finding } from '@plenum/platform';
import { cloudFailures } from '../../kernel/failure/failure.ts';

/** The findings about one subject. */
export const createFindings = (subject: string) => ({
  ok: (sentence: string): Finding => ({ result: 'ok', subject, sentence }),
  note: (sentence: string): Finding => ({ result: 'note', subject, sentence }),
  problem: (sentence: string): Finding => ({ result: 'problem', subject, sentence }),
  /** Returns the sentence of a failure as a problem. Other errors get a sentence with their message. */
  failed: (error: unknown): Finding => ({
    result: 'problem',
    subject,
    sentence: cloudFailures.is(error)
      ? error.message
      : `The check failed: ${(error as Error).message}. Start the cloud to see whether this matters.`,
  }),
});
