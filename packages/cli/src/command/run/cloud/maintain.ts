import { type AuthenticatorReset, migrateStore, releaseBridge, resetAuthenticator } from '@plenum/cloud';
import { check } from '@plenum/protocol/check';
import { systemId as systemIdField } from '@plenum/protocol/uplink';
import { failed, wrongUsage } from '../../../failure.ts';
import type { Io } from '../../../io/io.ts';
import { type StoreOptions, toStorePlace } from '../../../option/store-options.ts';

/** Gives a store the schema of this release. */
export async function migrateForOperator(options: StoreOptions, io: Io): Promise<void> {
  await migrateStore(toStorePlace(options));
  io.out('The store has the schema of this release.');
}

/** Releases a bridge from its account. */
export async function releaseForOperator(systemId: string, options: StoreOptions, io: Io): Promise<void> {
  if (!check(systemIdField, systemId).ok)
    throw wrongUsage(`${JSON.stringify(systemId)} is not a system id; it has 9 digits.`);
  const owner = await releaseBridge(toStorePlace(options), systemId);
  if (owner === undefined) throw failed(`No account has bridge ${systemId}.`);
  io.out(`Bridge ${systemId} was released from ${owner.email}. Anyone can pair it again.`);
}

const refusals: Readonly<Record<Exclude<AuthenticatorReset, 'done'>, (email: string) => string>> = {
  'no-account': (email) => `There is no account with the e-mail address ${JSON.stringify(email)}.`,
  'no-authenticator': (email) => `${email} has no authenticator app; the password alone signs in.`,
};

/** Removes the authenticator app of an account whose owner lost it. */
export async function resetAuthenticatorForOperator(
  email: string,
  options: StoreOptions,
  io: Io,
): Promise<void> {
  const result = await resetAuthenticator(toStorePlace(options), email);
  if (result !== 'done') throw failed(refusals[result](email));
  io.out(
    `The authenticator app of ${email} was removed, with its recovery codes. The password alone signs in. A cloud that sends e-mail notifies the owner.`,
  );
}
