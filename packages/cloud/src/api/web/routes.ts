import { type DocsFolder, installationFiles, openWebFolder, type WebFile } from '@plenum/platform';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { fontPath } from '../pages/style.ts';

const unbuiltPages =
  'The web application is not built yet. Run "npm run build" in the folder of Plenum, then load this page again.\n';

/** The font of the web application for Latin letters. */
const font = 'inter-latin-opsz-normal.woff2';

const sendFile = (reply: FastifyReply, file: WebFile) => reply.headers(file.headers).send(file.bytes);

/**
 * Creates the routes of the built web application: the account and the developer's console at `/`, a house seen through
 * this cloud at `/house?id=<system id>`, the files for installing the application (next to these pages), and the assets
 * under `/assets`. The pages request the signed-in account, and link to the documentation if it is built. The pages
 * without scripts use the same font.
 */
export const createWebRoutes =
  (folder: string, docs: DocsFolder | undefined): FastifyPluginAsync =>
  async (app) => {
    const web = openWebFolder(folder);
    const page = (name: string) => async (request: FastifyRequest, reply: FastifyReply) => {
      const file = docs?.isBuilt()
        ? await web.pageWithDocs(name)
        : await web.page(name, request.headers['accept-encoding'] as string | undefined);
      if (file !== undefined) return sendFile(reply, file);
      return reply.code(503).type('text/plain; charset=utf-8').send(unbuiltPages);
    };
    app.get('/', page('cloud.html'));
    app.get('/house', page('index.html'));
    for (const name of installationFiles)
      app.get(`/${name}`, async (request, reply) => {
        const file = await web.page(name, request.headers['accept-encoding'] as string | undefined);
        return file === undefined ? reply.callNotFound() : sendFile(reply, file);
      });
    app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
      const { file } = request.params;
      const asset = await web.asset(file, request.headers['accept-encoding'] as string | undefined);
      return asset === undefined ? reply.callNotFound() : sendFile(reply, asset);
    });
    app.get(fontPath, async (_, reply) => {
      const name = await web.assetOf(font);
      if (name === undefined) return reply.callNotFound();
      return reply.header('cache-control', 'public, max-age=3600').redirect(`/assets/${name}`);
    });
  };

/** Creates the routes of the built documentation below `/docs/`. */
export const createDocsRoutes =
  (docs: DocsFolder): FastifyPluginAsync =>
  async (app) => {
    app.get('/docs', (_, reply) => reply.redirect('/docs/', 308));
    app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
      const answer = await docs.at(request.params['*'], request.headers['accept-encoding'] as string);
      return reply
        .code(answer.status)
        .headers(answer.headers)
        .send('bytes' in answer ? answer.bytes : undefined);
    });
  };
