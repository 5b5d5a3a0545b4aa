import type { ServerResponse } from 'node:http';
import { type DocsFolder, installationFiles, openWebFolder, type WebFile } from '@plenum/platform';
import { refuse } from '@plenum/protocol/refusal';
import { toRefusalAnswer } from '../answer.ts';
import { type Access, isIngress } from '../guard.ts';
import type { HttpRequest } from '../request.ts';
import type { StreamRoute } from '../route.ts';
import { asksToKeepAlive, sendAnswer } from '../send.ts';

const unbuiltPages = refuse('not-available', {
  facts: { what: 'web-application', reason: 'pages-not-built' },
}).refusal;

/** A file, or only headers for a redirect. */
type Sent = Pick<WebFile, 'headers'> & { readonly bytes?: Buffer; readonly status?: number };

const sendFile = ({ headers }: HttpRequest, response: ServerResponse, file: Sent): void => {
  const { bytes, status = 200 } = file;
  response.writeHead(status, {
    ...(bytes === undefined && { 'Content-Length': 0 }),
    ...file.headers,
    ...(!asksToKeepAlive(headers.connection) && { Connection: 'close' }),
  });
  response.end(bytes);
};

/** Allows a page to be shown in a frame of the ingress proxy, but not of other sites. */
const toFramed = <Page extends Pick<WebFile, 'headers'>>(page: Page): Page => {
  const policy = String(page.headers['Content-Security-Policy']);
  const framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  return { ...page, headers: { ...page.headers, 'Content-Security-Policy': framed } };
};

/**
 * Creates the routes of the built documentation below `/docs/`, which is served without the key like the other pages.
 */
export function createDocsRoutes(docs: DocsFolder, access: Pick<Access, 'ingressFrom'>): StreamRoute[] {
  const route = (path: string, stream: StreamRoute['stream']): StreamRoute => ({
    method: 'GET',
    path,
    endpoint: 'web',
    isOpen: true,
    stream,
  });
  return [
    route('/docs', (request, response) =>
      sendFile(request, response, { status: 308, headers: { Location: 'docs/' } }),
    ),
    route('/docs/*', async (request, response) => {
      const answer = await docs.at(request.param, String(request.headers['accept-encoding']));
      const isFramed = 'bytes' in answer && isIngress(request.ip, access);
      sendFile(request, response, isFramed ? toFramed(answer) : answer);
    }),
  ];
}

/**
 * Creates the routes of the built web application: its page at `/`, next to it the files that install it as an app, and
 * its assets under `/assets`. All are served without the key, which the page asks for. The page links the documentation
 * if that is built.
 */
export function createWebRoutes(
  folder: string,
  access: Pick<Access, 'ingressFrom'>,
  docs: DocsFolder | undefined,
): StreamRoute[] {
  const web = openWebFolder(folder);
  return [
    {
      method: 'GET',
      path: '/',
      endpoint: 'web',
      isOpen: true,
      stream: async (request, response) => {
        const isFramed = isIngress(request.ip, access);
        const page = docs?.isBuilt()
          ? await web.pageWithDocs('index.html')
          : await web.page('index.html', String(request.headers['accept-encoding']));
        if (page === undefined) sendAnswer(response, toRefusalAnswer(unbuiltPages));
        else sendFile(request, response, isFramed ? toFramed(page) : page);
      },
    },
    ...installationFiles.map(
      (name): StreamRoute => ({
        method: 'GET',
        path: `/${name}`,
        endpoint: 'web',
        isOpen: true,
        stream: async (request, response) => {
          const file = await web.page(name, String(request.headers['accept-encoding']));
          if (file !== undefined) return sendFile(request, response, file);
          sendAnswer(response, toRefusalAnswer(refuse('unknown-path', { input: request.url }).refusal));
        },
      }),
    ),
    {
      method: 'GET',
      path: '/assets/:file',
      endpoint: 'web',
      isOpen: true,
      stream: async (request, response) => {
        const asset = await web.asset(request.param, String(request.headers['accept-encoding']));
        if (asset !== undefined) return sendFile(request, response, asset);
        sendAnswer(response, toRefusalAnswer(refuse('unknown-path', { input: request.url }).refusal));
      },
    },
  ];
}
