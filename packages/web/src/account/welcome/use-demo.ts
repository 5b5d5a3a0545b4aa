import type { ConsoleRefusal } from '@plenum/client/console';
import type { Credentials } from '../../session/session.ts';
import { useAuthenticate } from '../account-context.tsx';

/** The one-click sign-in of the demo user. */
export interface Demo {
  /** Signs in through the normal route, which other sites cannot use. Resolves to true if it succeeded. */
  signIn(): Promise<boolean>;
  readonly isBusy: boolean;
  readonly refusal: ConsoleRefusal | undefined;
}

export function useDemo(demo: Credentials): Demo {
  const { run, isBusy, refusal } = useAuthenticate();
  return { isBusy, refusal, signIn: async () => (await run('sign-in', demo)) !== undefined };
}
