import { createHash, randomBytes } from 'node:crypto';
import { uplink } from '@plenum/protocol/uplink';
import { actionEnding, createBrowser, type Visit } from './form-browser.ts';

/** Credentials to sign in with. */
export interface AccountCredentials {
  readonly email: string;
  readonly password: string;
}

/** The account and the app of development mode, as in docs/cloud-with-curl.md. */
export const demo = {
  email: 'demo@plenum.local',
  password: 'demo house 24/7',
  clientId: 'plenum-demo-app',
  redirectUri: 'http://127.0.0.1:8095/callback',
} as const;

/** An app that an owner can allow; the secret of a confidential app. */
export interface AppCredentials {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly clientSecret?: string;
}

type Json = Record<string, never>;

/**
 * Enters an account, by default the demo account, through the pages and the console, like its owner and its developer.
 */
export async function enterAccount(url: string, { email, password }: AccountCredentials = demo) {
  const browser = createBrowser(url);
  const signIn = (page: Visit) =>
    browser.send(page, { action: actionEnding(page, '/sign-in'), fields: { email, password } });
  const enterIfAsked = (page: Visit) => (page.html.includes('name="password"') ? signIn(page) : page);

  /**
   * Signs in at the login of an app and allows the app, with these boxes ticked; resolves to the final address of the
   * browser.
   */
  const authorize = async (loginUrl: string, boxes: Readonly<Record<string, string>> = {}): Promise<URL> => {
    const { pathname, search } = new URL(loginUrl);
    const page = await enterIfAsked(await browser.go(`${pathname}${search}`));
    const fields = { answer: 'allow', ...boxes };
    const end = await browser.send(page, { action: actionEnding(page, '/consent'), fields });
    return end.left!;
  };

  /** Allows an app, by default that of development mode, as the owner; returns the response that the app receives. */
  const allowApp = async (
    scope = 'query-control',
    boxes: Readonly<Record<string, string>> = {},
    { clientId, redirectUri, clientSecret }: AppCredentials = demo,
  ): Promise<{ readonly access: string; readonly refresh: string }> => {
    const verifier = randomBytes(32).toString('base64url');
    const asked = new URLSearchParams({
      client_id: clientId,
      scope,
      state: 'x',
      response_type: 'code',
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const end = await authorize(`${url}/login?${asked}`, boxes);
    const code = end.searchParams.get('code')!;
    const answer = await fetch(`${url}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: clientId,
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
      }),
    });
    const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
    return { access: tokens.access_token, refresh: tokens.refresh_token };
  };

  /** Enters a code at the page for devices, and allows what the device requests, with these fields of the form. */
  const enterCode = async (
    userCode: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const first = await browser.go('/device');
    const confirm = await browser.send(first, { action: '/device', fields: { user_code: userCode } });
    if (!confirm.html.includes(userCode)) throw new Error(`the code is not shown at ${confirm.url}`);
    const page = await enterIfAsked(
      await browser.send(confirm, { action: '/device', fields: { user_code: userCode, confirm: 'yes' } }),
    );
    const end = await browser.send(page, {
      action: actionEnding(page, '/consent'),
      fields: { answer: 'allow', ...fields },
    });
    if (end.status !== 200) throw new Error(`${end.url}: ${end.status} ${end.html}`);
  };

  const ask = async (path: string, form: Readonly<Record<string, string>>): Promise<Json> =>
    (
      await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form) })
    ).json() as Promise<Json>;

  /**
   * Returns a token to pair bridges with, by device grant (RFC 8628). The code is entered before the token is
   * requested.
   */
  const allowPairing = async (): Promise<string> => {
    const client = { client_id: uplink.clientId };
    const begun = await ask('/device/authorization', { ...client, scope: uplink.fleetScope });
    await enterCode(begun.user_code!);
    const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
    const given = await ask('/token', {
      ...client,
      grant_type: grantType,
      device_code: begun.device_code!,
    });
    if (given.access_token === undefined) throw new Error(JSON.stringify(given));
    return given.access_token;
  };

  /** Calls the console as a signed-in user. `Answer` is the type of its response. */
  const call = async <Answer = Json>(path: string, body?: object): Promise<Answer> => {
    const fetchText = async (of: string, init?: RequestInit): Promise<string> => {
      const answer = await browser.fetch(`${url}${of}`, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${of}: ${answer.status} ${text}`);
      return text;
    };
    const { formToken } = JSON.parse(await fetchText('/account')) as { readonly formToken: string };
    const text = await fetchText(path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', 'x-form-token': formToken },
    });
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  };

  const enter = (how: 'sign-in' | 'sign-up') => async (): Promise<void> => {
    const answer = await browser.fetch(`${url}/account/${how}`, {
      method: 'POST',
      body: JSON.stringify({ email, password }),
      headers: { 'content-type': 'application/json' },
    });
    if (!answer.ok) throw new Error(`${how}: ${answer.status} ${await answer.text()}`);
  };

  return {
    signIn: enter('sign-in'),
    /** Creates the account, and signs in. */
    signUp: enter('sign-up'),
    authorize,
    allowApp,
    enterCode,
    allowPairing,
    call,
  };
}
