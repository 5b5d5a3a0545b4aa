import type { FastifyPluginAsync } from 'fastify';
import { AppRefusal, type Apps } from '../authorize/apps.ts';
import type { App } from '../authorize/shape.ts';
import type { EndpointRef, Endpoints } from '../event/endpoint.ts';
import { type EventRefusal, toEventSentence } from '../event/refusal.ts';
import { type Answered, type Asked, done, type Guard, no } from './guard.ts';

export interface DeveloperRoutesParts {
  readonly guard: Guard;
  readonly apps: Apps;
  readonly endpoints: Endpoints;
}

const noApp = no(404, 'no-such-app', 'You have no such app.');
const noEndpoint = no(404, 'no-such-endpoint', 'The app has no such endpoint.');

const statuses: Partial<Record<EventRefusal['code'], number>> = {
  'no-such-app': 404,
  'no-such-endpoint': 404,
  'endpoint-disabled': 409,
  'too-many-endpoints': 409,
};

const toView = ({ clientId, name, redirectUri, confidential, pkceRequired, createdAt }: App) => ({
  clientId,
  name,
  redirectUri,
  confidential,
  pkceRequired,
  createdAt,
});

const textOf = ({ body }: Asked, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};

/** What an act on endpoints came to; one that says nothing further is a 204. */
const toAnswer = (outcome: object, status = 200): Answered => {
  if ('refusal' in outcome) {
    const refusal = outcome.refusal as EventRefusal;
    return no(statuses[refusal.code] ?? 400, refusal.code, toEventSentence(refusal));
  }
  return 'done' in outcome ? done : { status, body: outcome };
};

const refOf = ({ params }: Asked): EndpointRef => ({
  clientId: params.clientId!,
  endpointId: params.endpointId!,
});

const wholeOf = (text: string | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined);

/** What a developer sees and does: apps, and the endpoints that hear of changes. */
export const createDeveloperRoutes =
  ({ guard, apps, endpoints }: DeveloperRoutesParts): FastifyPluginAsync =>
  async (app) => {
    /** Lets an act go on where the app is the developer's own. */
    const own = (act: (asked: Asked) => Promise<Answered>) => async (asked: Asked) =>
      (await apps.find(asked.params.clientId!))?.ownerAccountId === asked.accountId ? act(asked) : noApp;
    const root = '/console/apps';
    const one = `${root}/:clientId/endpoints/:endpointId`;

    app.get(
      root,
      guard.read(async ({ accountId }) => ({
        status: 200,
        body: (await apps.listOf(accountId)).map(toView),
      })),
    );
    app.post(
      root,
      guard.change(async (asked) => {
        const draft = {
          ownerAccountId: asked.accountId,
          name: textOf(asked, 'name'),
          redirectUri: textOf(asked, 'redirectUri'),
          confidential: asked.body.confidential === true,
          pkceRequired: asked.body.pkceRequired === true,
        };
        try {
          const { app: made, secret } = await apps.create(draft);
          return { status: 201, body: { app: toView(made), secret } };
        } catch (error) {
          if (error instanceof AppRefusal) return no(400, 'app-malformed', error.message);
          throw error;
        }
      }),
    );
    app.post(
      `${root}/:clientId/remove`,
      guard.change(async ({ accountId, params }) =>
        (await apps.remove(params.clientId!, accountId)) ? done : noApp,
      ),
    );
    app.post(
      `${root}/:clientId/secret`,
      guard.change(async ({ accountId, params }) => {
        const secret = await apps.rotateSecret(params.clientId!, accountId);
        return secret === undefined ? noApp : { status: 200, body: { secret } };
      }),
    );
    app.get(
      `${root}/:clientId/endpoints`,
      guard.read(own(async ({ params }) => ({ status: 200, body: await endpoints.list(params.clientId!) }))),
    );
    app.post(
      `${root}/:clientId/endpoints`,
      guard.change(
        own(async (asked) =>
          toAnswer(
            await endpoints.create({ clientId: asked.params.clientId!, url: textOf(asked, 'url') }),
            201,
          ),
        ),
      ),
    );
    app.get(
      one,
      guard.read(
        own(async (asked) => {
          const endpoint = await endpoints.find(refOf(asked));
          return endpoint === undefined ? noEndpoint : { status: 200, body: endpoint };
        }),
      ),
    );
    app.get(
      `${one}/deliveries`,
      guard.read(
        own(async (asked) => {
          const before = wholeOf(asked.query.before);
          return toAnswer(
            await endpoints.listDeliveries(refOf(asked), before === undefined ? {} : { before }),
          );
        }),
      ),
    );
    app.get(
      `${one}/dead`,
      guard.read(own(async (asked) => toAnswer(await endpoints.listDead(refOf(asked))))),
    );
    app.post(
      `${one}/replay`,
      guard.change(
        own(async (asked) =>
          toAnswer(await endpoints.replay(refOf(asked), textOf(asked, 'subject') || undefined)),
        ),
      ),
    );
    const acts = {
      remove: endpoints.remove,
      secret: endpoints.rotateSecret,
      test: endpoints.sendTest,
      enable: endpoints.enable,
      disable: endpoints.disable,
    } as const;
    for (const [name, act] of Object.entries(acts))
      app.post(`${one}/${name}`, guard.change(own(async (asked) => toAnswer(await act(refOf(asked))))));
  };
