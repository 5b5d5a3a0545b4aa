import { type DocsFolder, installationFiles, openWebFolder, type WebFile } from '@plenum/machine';
import { refuse } from '@plenum/protocol/refusal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toRefusalAnswer } from '../answer.ts';
import { type Access, isIngress } from '../guard.ts';
import type { StreamRoute } from '../route.ts';
import { asksToKeepAlive, sendAnswer } from '../send.ts';

const unbuilt = (facts: { readonly what: string; readonly why: string }) =>
  refuse('not-available', { facts }).refusal;
const unbuiltPages = unbuilt({ what: 'The web application', why: '"npm run build" has not made it yet' });
const unbuiltDocs = unbuilt({ what: 'The documentation', why: '"npm run docs" has not made it yet' });

/** A file, or only headers that lead elsewhere. */
type Sent = Pick<WebFile, 'headers'> & { readonly bytes?: Buffer; readonly status?: number };

const sendFile = ({ headers }: FastifyRequest, reply: FastifyReply, file: Sent): void => {
  const { bytes, status = 200 } = file;
  reply.hijack();
  reply.raw.writeHead(status, {
    ...(bytes === undefined && { 'Content-Length': 0 }),
    ...file.headers,
    ...(!asksToKeepAlive(headers.connection) && { Connection: 'close' }),
  });
  reply.raw.end(bytes);
};

/** Within the page of an ingress proxy, and of no other. */
const toFramed = <Page extends Pick<WebFile, 'headers'>>(page: Page): Page => {
  const policy = String(page.headers['Content-Security-Policy']);
  const framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  return { ...page, headers: { ...page.headers, 'Content-Security-Policy': framed } };
};

/** The built documentation below `/docs/`, served without the key as the other pages are. */
export const createDocsRoutes = (docs: DocsFolder, access: Pick<Access, 'ingressFrom'>): StreamRoute[] => {
  const route = (path: string, stream: StreamRoute['stream']): StreamRoute => ({
    method: 'GET',
    path,
    endpoint: 'web',
    isOpen: true,
    stream,
  });
  return [
    route('/docs', (request, reply) =>
      sendFile(request, reply, { status: 308, headers: { Location: 'docs/' } }),
    ),
    route('/docs/*', async (request, reply) => {
      const { '*': path } = request.params as { '*': string };
      const answer = await docs.at(path, String(request.headers['accept-encoding']));
      if (answer === undefined) return sendAnswer(reply, toRefusalAnswer(unbuiltDocs));
      const isFramed = 'bytes' in answer && isIngress(request.socket.remoteAddress, access);
      sendFile(request, reply, isFramed ? toFramed(answer) : answer);
    }),
  ];
};

/**
 * The built web application: its page at `/`, what installs it beside that, its files under `/assets`. Served without the
 * key, which the page asks for. The page links the documentation where it is built.
 */
export const createWebRoutes = (
  folder: string,
  access: Pick<Access, 'ingressFrom'>,
  docs: DocsFolder | undefined,
): StreamRoute[] => {
  const web = openWebFolder(folder);
  return [
    {
      method: 'GET',
      path: '/',
      endpoint: 'web',
      isOpen: true,
      stream: async (request, reply) => {
        const isFramed = isIngress(request.socket.remoteAddress, access);
        const page = docs?.isBuilt()
          ? await web.pageWithDocs('index.html')
          : await web.page('index.html', String(request.headers['accept-encoding']));
        if (page === undefined) sendAnswer(reply, toRefusalAnswer(unbuiltPages));
        else sendFile(request, reply, isFramed ? toFramed(page) : page);
      },
    },
    ...installationFiles.map(
      (name): StreamRoute => ({
        method: 'GET',
        path: `/${name}`,
        endpoint: 'web',
        isOpen: true,
        stream: async (request, reply) => {
          const file = await web.page(name, String(request.headers['accept-encoding']));
          if (file !== undefined) return sendFile(request, reply, file);
          sendAnswer(reply, toRefusalAnswer(refuse('unknown-path', { input: request.url }).refusal));
        },
      }),
    ),
    {
      method: 'GET',
      path: '/assets/:file',
      endpoint: 'web',
      isOpen: true,
      stream: async (request, reply) => {
        const { file } = request.params as { file: string };
        const asset = await web.asset(file, String(request.headers['accept-encoding']));
        if (asset !== undefined) return sendFile(request, reply, asset);
        sendAnswer(reply, toRefusalAnswer(refuse('unknown-path', { input: request.url }).refusal));
      },
    },
  ];
};
