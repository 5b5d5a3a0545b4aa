import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { tokens } from '@plenum/platform/design';
import { toConsentPage } from './consent-page.ts';
import { toCodeConfirmPage, toCodePage, toPairedPage } from './device-page.ts';
import { toErrorPage } from './error-page.ts';
import { html } from './html.ts';
import { type Page, toDocument, toPageHeaders } from './page.ts';
import { scopeWords } from './scope-words.ts';
import { toSignInPage } from './sign-in-page.ts';
import { style } from './style.ts';

const hostile = '"><img src=x onerror=alert(1)>\'&';

const signIn = (isNew: boolean) =>
  toSignInPage({
    isNew,
    purpose: hostile,
    action: '/in',
    other: '/up',
    cancel: '/cancel',
    token: hostile,
    email: hostile,
    problem: hostile,
    leadsTo: 'https://app.example.org/callback?x=1',
  });

const pages: Readonly<Record<string, Page>> = {
  'sign in': signIn(false),
  'sign up': signIn(true),
  consent: toConsentPage({
    appName: hostile,
    email: hostile,
    words: Object.values(scopeWords),
    returnsTo: hostile,
    action: '/consent',
    switchAccount: '/switch',
    token: hostile,
    problem: hostile,
  }),
  code: toCodePage({ action: '/device', token: hostile, code: hostile, problem: hostile }),
  'confirm code': toCodeConfirmPage({
    action: '/device',
    token: hostile,
    code: hostile,
    device: { systemId: hostile, address: hostile },
  }),
  paired: toPairedPage({ appName: hostile, isProgram: false }),
  continuing: toPairedPage({ appName: hostile, isProgram: true }),
  error: toErrorPage({ title: hostile, sentence: hostile, details: [[hostile, hostile]] }),
};

describe('the html template tag', () => {
  it('escapes values in a template, and leaves its own markup unchanged', () => {
    const inner = html`<b>${'<&>'}</b>`;
    assert.equal(
      html`<p title="${'"\''}">${inner}${['a<', html`<i>${1}</i>`]}${undefined}</p>`.markup,
      '<p title="&quot;&#39;"><b>&lt;&amp;&gt;</b>a&lt;<i>1</i></p>',
    );
  });
});

for (const [name, page] of Object.entries(pages))
  describe(`the page "${name}"`, () => {
    const whole = toDocument(page);
    const policy = toPageHeaders(page)['content-security-policy']!;

    it('needs no script and loads only its font, from this server', () => {
      assert.deepEqual(whole.match(/@import|url\([^)]*\)/g), ['url("/font/inter.woff2")']);
      for (const [tag] of whole.matchAll(/<\w[^>]*>/g)) {
        const bare = tag.replaceAll(/"[^"]*"/g, '""');
        assert.equal(/^<(script|link|img|iframe|object)\b|\son\w+=|\sstyle=/i.test(bare), false, tag);
      }
    });

    it('allows its own style in the content security policy and nothing else', () => {
      const style = /<style>([\s\S]*)<\/style>/.exec(whole)![1]!;
      const hash = createHash('sha256').update(style).digest('base64');
      assert.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'`));
      assert.match(policy, /base-uri 'none'; frame-ancestors 'none'$/);
    });

    it('escapes hostile text', () => {
      assert.equal(whole.includes('<img'), false);
      assert.equal(whole.includes(hostile), false);
    });

    it('has a language, a title, a main element and a heading', () => {
      assert.match(whole, /^<!doctype html>\n<html lang="en">/);
      for (const tag of ['title', 'main', 'h1'])
        assert.equal(whole.match(new RegExp(`<${tag}>`, 'g'))?.length, 1, tag);
    });

    it('labels every field, and refers to no missing description', () => {
      for (const [input] of whole.matchAll(/<input(?![^>]*type="hidden")[^>]*>/g)) {
        const id = /\sid="([^"]*)"/.exec(input)?.[1];
        assert.ok(whole.includes(`<label for="${id}">`), input);
      }
      for (const [, ids] of whole.matchAll(/aria-describedby="([^"]*)"/g))
        for (const id of ids!.split(' ')) assert.ok(whole.includes(`id="${id}"`), id);
    });
  });

describe('the style of the pages', () => {
  const own = style.replace(tokens, '');

  it('uses only colours of the design tokens, all of which exist', () => {
    assert.notEqual(own, style);
    assert.doesNotMatch(own, /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|light-dark)\(/i);
    for (const [, name] of own.matchAll(/var\((--[\w-]+)\)/g))
      assert.ok(tokens.includes(`  ${name}:`), String(name));
  });
});

describe('the content security policy of a page', () => {
  const formAction = (leadsTo: string) =>
    /form-action ([^;]*)/.exec(
      toPageHeaders({ title: '', body: html``, leadsTo })['content-security-policy']!,
    )![1];

  it('allows forms to redirect to the app, because browsers apply the policy to redirects too', () => {
    assert.equal(formAction('https://app.example.org/callback?x=1'), "'self' https://app.example.org");
    assert.equal(formAction('http://127.0.0.1:4567/'), "'self' http://127.0.0.1:4567");
    assert.equal(formAction('com.example.app:/oauth'), "'self' com.example.app:");
  });
});
