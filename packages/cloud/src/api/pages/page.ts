import { streams } from '@plenum/platform/mark';
import type { FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';
import { style, styleHash } from './style.ts';

/** One page: its title, its content, and the destinations of its forms outside this site. */
export interface Page {
  readonly title: string;
  /** English by default. */
  readonly language?: string;
  readonly body: Html;
  /** A redirect URI to which a form of this page may lead. Browsers apply the policy to redirects too. */
  readonly leadsTo?: string | undefined;
}

/** The message of a refusal above a form. Screen readers announce it immediately. */
export const toProblem = (sentence: string | undefined): Html | undefined =>
  sentence === undefined ? undefined : html`<p class="problem" role="alert" id="problem">${sentence}</p>`;

/** Hidden from screen readers, because the name next to it has the same content. */
const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">${streams.map(
  ({ name, path }) => html`<path class="mark__${name}" d="${path}"/>`,
)}</svg>`;

/** Renders a whole document. It has no script and loads nothing but its font. */
export const toDocument = ({ title, language = 'en', body }: Page): string =>
  `<!doctype html>\n${
    html`<html lang="${language}"><head><meta charset="utf-8"><title>${title} · Plenum</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${{ markup: style }}</style></head><body><main>
<p class="brand">${mark}<span>Plenum</span></p>
${body}
</main></body></html>`.markup
  }\n`;

/** The source of a redirect URI in a policy: its origin, or its scheme if that is an app's private scheme. */
const toSource = (uri: string): string => {
  const { protocol, origin } = new URL(uri);
  return /^https?:$/.test(protocol) ? origin : protocol;
};

/**
 * The headers of a page. It loads only its own style and our font, no site can frame it, and its forms lead only to
 * this site and to `leadsTo`. With the referrer policy `same-origin`, browsers include the origin only with forms sent
 * to this site.
 */
export const toPageHeaders = ({ leadsTo }: Page): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `form-action 'self'${leadsTo === undefined ? '' : ` ${toSource(leadsTo)}`}`,
    "font-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  vary: 'accept-language',
  'x-content-type-options': 'nosniff',
});

export const sendPage = (reply: FastifyReply, page: Page, status = 200): FastifyReply =>
  reply.code(status).headers(toPageHeaders(page)).send(toDocument(page));
