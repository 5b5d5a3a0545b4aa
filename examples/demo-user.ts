// The people in examples/integrator.ts: the owner of the demo house, who signs in with a browser and allows the app,
// and the developer of the app, who registers an endpoint in the console. Both use the demo account of development
// mode.
const credentials = { email: 'demo@plenum.local', password: 'demo house 24/7' };

const toPlain = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** Creates a browser without scripts: it stores cookies, follows redirects and sends forms. */
const createBrowser = () => {
  const cookies = new Map<string, string>();
  const go = async (url: string, form?: URLSearchParams): Promise<{ url: string; html: string }> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    return location === null ? { url, html: await answer.text() } : go(new URL(location, url).href);
  };
  /** Sends the form that has this action: its hidden fields and the given values. */
  const send = (page: { url: string; html: string }, action: string, filled: Record<string, string>) => {
    const forms = page.html.match(/<form[\s\S]*?<\/form>/g) ?? [];
    const form = forms.find((one) => new RegExp(`action="[^"]*${action}"`).test(one));
    if (form === undefined) throw new Error(`The page ${page.url} has no form for ${action}.`);
    const fields = new URLSearchParams();
    for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
      fields.set(/name="([^"]*)"/.exec(input)![1]!, toPlain(/value="([^"]*)"/.exec(input)![1]!));
    for (const [name, value] of Object.entries(filled)) fields.set(name, value);
    return go(new URL(toPlain(/action="([^"]*)"/.exec(form)![1]!), page.url).href, fields);
  };
  return { go, send };
};

/** Signs in and allows the app. This leads the browser to the redirect URI of the app. */
export async function allow(loginUrl: string): Promise<void> {
  const browser = createBrowser();
  const consent = await browser.send(await browser.go(loginUrl), '/sign-in', credentials);
  await browser.send(consent, '/consent', { answer: 'allow' });
}

/** Registers an endpoint in the console; returns the secret that signs its messages, and a function to remove it. */
export async function registerEndpoint(cloud: string, clientId: string, url: string) {
  const signIn = await fetch(`${cloud}/account/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { formToken } = (await signIn.json()) as { formToken: string };
  const [cookie] = signIn.headers.getSetCookie();
  const call = (path: string, body: object) =>
    fetch(`${cloud}/console/apps/${clientId}/endpoints${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Form-Token': formToken, Cookie: cookie! },
      body: JSON.stringify(body),
    });
  const made = await call('', { url });
  if (!made.ok) throw new Error(await made.text());
  const { endpoint, secret } = (await made.json()) as { endpoint: { id: string }; secret: string };
  return { secret, remove: () => call(`/${endpoint.id}/remove`, {}) };
}
