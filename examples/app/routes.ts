import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthorizeDeps,
  beginAttempt,
  exchangeCode,
  readAnswer,
  revokeTokens,
  toLoginUrl,
} from './authorize.ts';
import type { Households } from './households.ts';
import type { Live } from './live.ts';
import { type Reason, reasons, toFrontPage, toHousePage, toRevokedPage } from './page.ts';
import type { Receive } from './receive.ts';
import type { Visitors } from './visitors.ts';

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

type Handler = (exchange: Exchange) => void | Promise<void>;

/** Handlers by method and path. */
export type Routes = Readonly<Record<string, Handler>>;

export interface RouteDeps extends AuthorizeDeps {
  readonly visitors: Visitors;
  readonly households: Households;
  readonly receive: Receive;
  readonly live: Live;
  readonly own: string;
}

const sendFile = (name: string, type: string): Handler => {
  const bytes = readFileSync(new URL(`./public/${name}`, import.meta.url));
  return ({ response }) => void response.writeHead(200, { 'Content-Type': type }).end(bytes);
};

const sendPage = (response: ServerResponse, page: string) =>
  void response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(page);

const goTo = (response: ServerResponse, location: string) =>
  void response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end();

const isReason = (word: string | null): word is Reason => word !== null && Object.hasOwn(reasons, word);

export function createRoutes(deps: RouteDeps): Routes {
  const { cloud, visitors, households, receive, live, own } = deps;

  /** Accepts a form only from our own page, because another site could send one with our visitor's cookie. */
  const fromOwnPage =
    (handler: Handler): Handler =>
    (exchange) => {
      const { request, response } = exchange;
      return request.headers.origin === own ? handler(exchange) : void response.writeHead(403).end();
    };

  return {
    'GET /app.css': sendFile('app.css', 'text/css; charset=utf-8'),
    'GET /live.js': sendFile('live.js', 'text/javascript; charset=utf-8'),
    'GET /icon.svg': sendFile('icon.svg', 'image/svg+xml'),

    'GET /': async ({ request, response, url }) => {
      const house = visitors.find(request)?.house;
      if (house?.linkStatus() === 'unknown') await house.refresh();
      if (house?.linkStatus() === 'revoked') return sendPage(response, toRevokedPage());
      if (house !== undefined) return sendPage(response, toHousePage(house));
      const why = url.searchParams.get('why');
      sendPage(response, toFrontPage({ cloud, reason: isReason(why) ? why : undefined }));
    },

    'GET /live': ({ request, response, url }) => {
      const visitor = visitors.find(request);
      if (visitor?.house === undefined) return void response.writeHead(401).end();
      const sendToPage = live.add(visitor.key, response);
      // A message has arrived since the page was loaded, or while the stream was interrupted.
      if (url.searchParams.get('since') !== visitor.house.version()) sendToPage('other-page', {});
    },

    'POST /connect': fromOwnPage(({ request, response }) => {
      const visitor = visitors.find(request) ?? visitors.create(response);
      visitor.attempt = beginAttempt();
      goTo(response, toLoginUrl(deps, visitor.attempt));
    }),

    // The user returns from the cloud, with or without a code.
    'GET /callback': async ({ request, response, url }) => {
      const before = visitors.find(request);
      const attempt = before?.attempt;
      const answer = readAnswer(deps, attempt, url.searchParams);
      if ('refused' in answer) return goTo(response, `/?why=${answer.refused}`);
      households.remove(before!);
      try {
        const tokens = await exchangeCode(deps, { code: answer.code, verifier: attempt!.verifier });
        await households.connect(visitors.create(response), tokens);
        goTo(response, '/');
      } catch {
        goTo(response, '/?why=failed');
      }
    },

    'POST /disconnect': fromOwnPage(async ({ request, response }) => {
      const visitor = visitors.find(request);
      if (visitor?.house !== undefined) {
        await revokeTokens(deps, visitor.house.tokens());
        households.remove(visitor);
      }
      goTo(response, '/?why=given-back');
    }),

    // The event API of interface 6. Responds before the message is processed, so that the cloud does not wait.
    'POST /events': async ({ request, response }) => {
      const { status, id, message } = await receive(request);
      response.writeHead(status).end();
      if (id !== undefined && message !== undefined) await households.deliver(id, message);
    },
  };
}
