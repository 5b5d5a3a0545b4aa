import { type Clock, every } from '@plenum/platform';

export interface FollowAnswerDeps<Answer> {
  readonly clock: Clock;
  /** Polling interval, in ms. */
  readonly interval: number;
  readonly onAnswer: (answer: Answer) => void;
  readonly onError: (error: unknown) => void;
}

/** Polls an answer of a house, if its bridge has it, until the returned function is called. */
export function followAnswer<Answer>(
  readAnswer: (() => Promise<Answer | undefined>) | undefined,
  { clock, interval, onAnswer, onError }: FollowAnswerDeps<Answer>,
): () => void {
  const read = () =>
    readAnswer?.()
      .then((answer) => answer && onAnswer(answer))
      .catch(onError);
  void read();
  return every(clock, interval, read);
}
