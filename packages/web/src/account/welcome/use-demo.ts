import type { Refusal } from '../../session/cloud-request.ts';
import type { Credentials } from '../../session/session.ts';
import { useAuthenticate } from '../context/account-context.tsx';

/** One click to be the demo user. */
export interface Demo {
  /** Signs in through the ordinary door, which no other site can use; whether it was done. */
  signIn(): Promise<boolean>;
  readonly isBusy: boolean;
  readonly refusal: Refusal | undefined;
}

export const useDemo = (demo: Credentials): Demo => {
  const { run, isBusy, refusal } = useAuthenticate();
  return { isBusy, refusal, signIn: async () => (await run('sign-in', demo)) !== undefined };
};
