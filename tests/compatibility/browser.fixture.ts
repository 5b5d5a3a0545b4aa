export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A page, or the address of another site that a redirect led to. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly html: string;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as they are on the wire
  readonly body: any;
}

/** A browser without script: it stores cookies, follows redirects within the site and submits forms. */
export interface Browser {
  readonly cookies: readonly Cookie[];
  /** Sent with every POST to the JSON API, as its pages do. */
  readonly formToken: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
  /** Signs in or up through the JSON API. */
  signIn(act: 'sign-in' | 'sign-up', credentials: { email: string; password: string }): Promise<Answer>;
  open(url: string): Promise<Page>;
  /** Submits the form whose action ends with `action`: its hidden fields, and these. */
  submit(page: Page, action: string, fields: Readonly<Record<string, string>>): Promise<Page>;
}

const fromEntities = (text: string) =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const readForm = (html: string, end: string) => {
  for (const [form, written] of html.matchAll(/<form[^>]*action="([^"]*)"[\s\S]*?<\/form>/g)) {
    const action = fromEntities(written!);
    if (!action.endsWith(end)) continue;
    const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)];
    const attribute = (input: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(input)![1]!;
    const toField = ([input]: RegExpMatchArray): [string, string] => [
      attribute(input, ' name'),
      fromEntities(attribute(input, ' value')),
    ];
    return { action, fields: hidden.map(toField) };
  }
  throw new Error(`no form ${end} in: ${html}`);
};

const readCookie = (line: string): Cookie => {
  const [pair, ...attributes] = line.split(';').map((part) => part.trim());
  const [name, value] = pair!.split(/=(.*)/s) as [string, string];
  return { name, value, path: attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/' };
};

const isUnder = (path: string, { path: folder }: Cookie) =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** A cloud: where it listens, and the public origin that browsers know. */
export interface Site {
  readonly url: string;
  readonly publicUrl: string;
}

/** What a browser stores of a site. */
export interface BrowserState {
  readonly cookies: readonly Cookie[];
  readonly formToken: string;
}

/** Opens a browser, with the state of an earlier one where given. */
export const createBrowser = ({ url: listening, publicUrl }: Site, earlier?: BrowserState): Browser => {
  let cookies = earlier?.cookies ?? [];
  let formToken = earlier?.formToken ?? '';

  const send = async (url: URL, init: RequestInit = {}) => {
    const mine = cookies.filter((cookie) => isUnder(url.pathname, cookie));
    const cookie = mine.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(url.pathname + url.search, listening), {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, cookie },
    });
    for (const given of answer.headers.getSetCookie().map(readCookie)) {
      cookies = cookies.filter(({ name, path }) => name !== given.name || path !== given.path);
      if (given.value !== '') cookies = [...cookies, given];
    }
    return answer;
  };
  const follow = async (url: URL, init?: RequestInit): Promise<Page> => {
    const answer = await send(url, init);
    const html = await answer.text();
    const location = answer.headers.get('location');
    if (location === null) return { url: url.href, status: answer.status, html };
    const next = new URL(location, url);
    return next.origin === publicUrl ? follow(next) : { url: next.href, status: answer.status, html: '' };
  };
  const sent = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };
  const toAnswer = async (answer: Response): Promise<Answer> => {
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const get = async (path: string) => toAnswer(await send(new URL(path, publicUrl)));
  const post = async (path: string, body: object = {}) => {
    const headers = { ...sent, 'content-type': 'application/json', 'x-form-token': formToken };
    return toAnswer(
      await send(new URL(path, publicUrl), { method: 'POST', body: JSON.stringify(body), headers }),
    );
  };
  return {
    get cookies() {
      return cookies;
    },
    get formToken() {
      return formToken;
    },
    get,
    post,
    signIn: async (act, credentials) => {
      const answer = await post(`/account/${act}`, credentials);
      formToken = answer.body.formToken;
      return answer;
    },
    open: (url) => follow(new URL(url, publicUrl)),
    submit: (page, end, more) => {
      const { action, fields } = readForm(page.html, end);
      const body = new URLSearchParams([...fields, ...Object.entries(more)]);
      return follow(new URL(action, page.url), { method: 'POST', body, headers: sent });
    },
  };
};
