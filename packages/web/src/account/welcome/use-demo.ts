import { useEnter } from '../context.tsx';
import type { Refusal } from '../session/ask.ts';
import type { Credentials } from '../session/session.ts';

/** One click to be the demo user. */
export interface Demo {
  /** Signs in through the ordinary door, which no other site can use; whether it was done. */
  enter(): Promise<boolean>;
  readonly isBusy: boolean;
  readonly refusal: Refusal | undefined;
}

export const useDemo = (demo: Credentials): Demo => {
  const { run, isBusy, refusal } = useEnter();
  return { isBusy, refusal, enter: async () => (await run('sign-in', demo)) !== undefined };
};
