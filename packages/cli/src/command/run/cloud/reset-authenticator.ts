import { type AuthenticatorReset, resetAuthenticator } from '@plenum/cloud';
import { failed } from '../../../failure.ts';
import type { Io } from '../../../io/io.ts';
import type { StoreOptions } from '../../../option/store-options.ts';

const refusals: Readonly<Record<Exclude<AuthenticatorReset, 'done'>, (email: string) => string>> = {
  'no-account': (email) => `There is no account with the e-mail address ${JSON.stringify(email)}.`,
  'no-authenticator': (email) => `${email} has no authenticator app; the password alone signs in.`,
};

/** Removes the authenticator app of an account whose owner lost it. */
export const resetAuthenticatorForOperator = async (
  email: string,
  { databaseUrl, data }: StoreOptions,
  io: Io,
): Promise<void> => {
  const place = databaseUrl === undefined ? { dataDir: data } : { databaseUrl };
  const outcome = await resetAuthenticator(place, email);
  if (outcome !== 'done') throw failed(refusals[outcome](email));
  io.out(
    `The authenticator app of ${email} was removed, with its recovery codes. The password alone signs in. A cloud that sends e-mail notifies the owner.`,
  );
};
