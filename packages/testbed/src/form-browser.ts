/** A browser without scripts: it keeps cookies by their path, follows redirects, and fills in forms. */
export interface Browser {
  /** Opens an address and follows redirects within the site; stops at a redirect to another site. */
  go(url: string): Promise<Visit>;
  /** Sends a form of a page with the given values. */
  send(
    page: Visit,
    form: { readonly action: string; readonly fields?: Record<string, string> },
  ): Promise<Visit>;
  /** Sends any request with the browser's cookies, without following redirects. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  readonly cookies: readonly BrowserCookie[];
}

export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
  /** Target of a redirect to another site. */
  readonly left: URL | undefined;
}

interface BrowserCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly line: string;
}

const fromEntities = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => {
    const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
    return characters[name]!;
  });

/** Returns the hidden fields of the form with this action. */
export function hiddenFields(html: string, action: string): Record<string, string> {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((one) => fromEntities(/action="([^"]*)"/.exec(one)?.[1] ?? '') === action);
  if (form === undefined) throw new Error(`no form for ${action} in: ${html}`);
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
    fields[/name="([^"]*)"/.exec(input)![1]!] = fromEntities(/value="([^"]*)"/.exec(input)![1]!);
  return fields;
}

/** Returns the actions of the forms on a page. */
export const actionsOf = (html: string): string[] =>
  [...html.matchAll(/<form[^>]*action="([^"]*)"/g)].map((match) => fromEntities(match[1]!));

/** Returns the action of the form whose action ends so. */
export function actionEnding(page: Visit, end: string) {
  const action = actionsOf(page.html).find((one) => one.endsWith(end));
  if (action === undefined) throw new Error(`no form that ends with ${end} at ${page.url}: ${page.html}`);
  return action;
}

export function createBrowser(site: string): Browser {
  let cookies: BrowserCookie[] = [];
  const take = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split(';').map((part) => part.trim());
      const [name, value] = pair!.split(/=(.*)/s) as [string, string];
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
      cookies = cookies.filter((one) => one.name !== name || one.path !== path);
      const isGone = attributes.some((one) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(one));
      if (!isGone && value !== '') cookies.push({ name, value, path, line });
    }
  };
  const fetch_ = async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url);
    const header = cookies
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const headers = new Headers(init.headers);
    if (header !== '') headers.set('cookie', header);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    take(response);
    return response;
  };
  const follow = async (url: string, init: RequestInit = {}): Promise<Visit> => {
    const response = await fetch_(url, init);
    const location = response.headers.get('location');
    const { status, headers } = response;
    if (location === null) return { url, status, html: await response.text(), headers, left: undefined };
    const next = new URL(location, url);
    await response.body?.cancel();
    if (next.origin !== site) return { url, status, html: '', headers, left: next };
    return follow(next.href);
  };
  return {
    go: (url) => follow(new URL(url, site).href),
    send: (page, { action, fields = {} }) =>
      follow(new URL(action, site).href, {
        method: 'POST',
        headers: { origin: site, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ ...hiddenFields(page.html, action), ...fields }),
      }),
    fetch: fetch_,
    get cookies() {
      return cookies;
    },
  };
}
