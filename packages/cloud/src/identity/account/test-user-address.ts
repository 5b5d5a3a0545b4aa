/** A domain that nobody can own (RFC 2606), so nobody receives e-mail at the addresses of test users. */
const domain = 'test-user.invalid';

/** Returns the e-mail address of a test user. */
export const toTestUserAddress = (id: string): string => `${id}@${domain}`;

/** True if an e-mail address is one that only test users have. */
export function isTestUserAddress(email: string): boolean {
  const host = email.trim().toLowerCase().split('@').at(-1)!;
  return host === domain || host.endsWith(`.${domain}`);
}
