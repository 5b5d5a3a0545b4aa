import { createHash, randomUUID } from 'node:crypto';
import type { enterAccount } from '@plenum/testbed/account';

/** An attacker with their own account, who uses up as much as the cloud allows. */
export interface Attacker {
  readonly url: string;
  readonly account: Awaited<ReturnType<typeof enterAccount>>;
}

const redirectUri = 'http://127.0.0.1/callback';

/** Creates an app of the account; returns its client id. */
export async function makeApp({ account }: Attacker, name: string): Promise<string> {
  const made = await account.call<{ app: { clientId: string } }>('/console/apps', {
    name,
    redirectUri,
    confidential: false,
    pkceRequired: true,
  });
  return made.app.clientId;
}

/** Links an app to the attacker's account (RFC 7636). */
const linkApp = async ({ url, account }: Attacker, clientId: string) => {
  const verifier = randomUUID() + randomUUID();
  const asked = new URLSearchParams({
    client_id: clientId,
    scope: 'query-control',
    state: 'x',
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const code = (await account.authorize(`${url}/login?${asked}`)).searchParams.get('code')!;
  const form = { client_id: clientId, grant_type: 'authorization_code', code, code_verifier: verifier };
  const answer = await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(`/token: ${answer.status} ${await answer.text()}`);
};

/** Creates an app with some endpoints, all at one URL, and links it to the account. */
export async function addLinkedApp(
  attacker: Attacker,
  name: string,
  { count, url }: { readonly count: number; readonly url: string },
): Promise<void> {
  const clientId = await makeApp(attacker, name);
  for (let n = 0; n < count; n++) await attacker.account.call(`/console/apps/${clientId}/endpoints`, { url });
  await linkApp(attacker, clientId);
}
