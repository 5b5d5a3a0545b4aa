import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorTable } from '@plenum/protocol/error';
import type { ExampleAppConfig } from './config.ts';
import { createHouseholds } from './households.ts';
import { createLive } from './live.ts';
import { createReceiver } from './receive.ts';
import { createRoutes, type Routes } from './routes.ts';
import { openTokenFile } from './token-file.ts';
import { createVisitors } from './visitors.ts';

export type { ExampleAppConfig } from './config.ts';

/** The running app. Disposing of it stops it. */
export interface ExampleApp extends AsyncDisposable {
  /** The app's address for users. */
  readonly url: string;
  /** The registered redirect URI of the app. */
  readonly redirectUri: string;
  /** The event endpoint, to which the cloud sends changes. */
  readonly eventUrl: string;
}

interface ListenFacts {
  readonly host: string;
  readonly port: number;
}

/** The reasons for a failed start, by code. */
export const exampleAppErrors = errorTable('example app', {
  'port-taken': ({ host, port }: ListenFacts) =>
    `The example app cannot listen on port ${port} of ${host}: another program uses it.`,
  'cannot-listen': ({ host, port, why }: ListenFacts & { readonly why: string }) =>
    `The example app cannot listen on port ${port} of ${host}: ${why}.`,
});

/** Pages load only the app's own style sheet and script; the only external form target is the cloud. */
const toHeaders = (cloud: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action 'self' ${cloud}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
});

const answer = async (
  routes: Routes,
  { request, response, own }: { request: IncomingMessage; response: ServerResponse; own: string },
): Promise<void> => {
  const url = URL.parse(request.url ?? '', own);
  const handler = url === null ? undefined : routes[`${request.method} ${url.pathname}`];
  if (handler === undefined) return void response.writeHead(404).end('Not found.');
  try {
    await handler({ request, response, url: url! });
  } catch (error) {
    console.error(error);
    if (!response.headersSent) response.writeHead(500).end('Something went wrong here.');
  }
};

const listen = async (config: ExampleAppConfig) => {
  const { host = '127.0.0.1', port = 8070 } = config;
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return { server, host, port: (server.address() as AddressInfo).port };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw exampleAppErrors.error('port-taken', { host, port }, error);
    throw exampleAppErrors.error('cannot-listen', { host, port, why: message }, error);
  }
};

/**
 * Starts the example app: a small third-party app that connects a user's house by OAuth and shows its changes.
 * @throws one of `exampleAppErrors` if it cannot start
 */
export async function startExampleApp(config: ExampleAppConfig): Promise<ExampleApp> {
  const { cloud, clientId, clientSecret, endpointSecrets } = config;
  const { server, host, port } = await listen(config);
  const own = config.publicUrl ?? `http://${host}:${port}`;
  const authorize = { cloud, clientId, clientSecret, redirectUri: `${own}/callback` };
  const now = () => Date.now();
  const live = createLive();
  const visitors = createVisitors({ isSecure: own.startsWith('https:') });
  const tokenFile = openTokenFile(config.tokenFile);
  const households = createHouseholds({ ...authorize, visitors, tokenFile, live, now });
  const receive = createReceiver(endpointSecrets, now);
  const routes = createRoutes({ ...authorize, own, visitors, households, receive, live });
  const headers = toHeaders(cloud);
  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    void answer(routes, { request, response, own });
  });
  return {
    url: own,
    redirectUri: authorize.redirectUri,
    eventUrl: `${own}/events`,
    [Symbol.asyncDispose]: async () => {
      live.close();
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
    },
  };
}
