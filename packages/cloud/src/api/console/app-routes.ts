import type { RecordOf } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import { AppRefusal, type Apps } from '../../identity/oauth/apps.ts';
import type { Link } from '../../identity/oauth/links.ts';
import type { OwnTokens } from '../../identity/oauth/own-tokens.ts';
import type { App } from '../../identity/oauth/shape.ts';
import { textOf } from '../../kernel/http/text-of.ts';
import type { UsageOf } from '../usage/read-usage.ts';
import { type Asked, done, type Guard, no, tell } from './guard.ts';
import { noApp, type OwnApp } from './own-app.ts';

export interface AppRoutesDeps {
  readonly guard: Guard;
  readonly own: OwnApp;
  readonly apps: Apps;
  readonly ownTokens: OwnTokens;
  readonly usageOf: UsageOf;
}

const toView = (app: App): RecordOf<'App'> => {
  const { clientId, name, redirectUri, confidential, pkceRequired, createdAt } = app;
  return { clientId, name, redirectUri, confidential, pkceRequired, createdAt };
};

const linkOf = ({ accountId, params }: Asked): Link => ({ accountId, clientId: params.clientId! });

/** Apps of a developer: what they are, what they asked for, and a token to try them with. */
export const createAppRoutes =
  ({ guard, own, apps, ownTokens, usageOf }: AppRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    const root = '/console/apps';
    const one = `${root}/:clientId`;

    app.get(
      root,
      guard.read(async ({ accountId }) => tell('apps', (await apps.listOf(accountId)).map(toView))),
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
          const { app: made, secret } = await apps.create(draft, asked.address);
          return tell('makeApp', { app: toView(made), secret });
        } catch (error) {
          if (error instanceof AppRefusal) return no(400, 'app-malformed', error.message);
          throw error;
        }
      }),
    );
    app.post(
      `${one}/remove`,
      guard.change(async (asked) => ((await apps.remove(asked.params.clientId!, asked)) ? done : noApp)),
    );
    app.post(
      `${one}/secret`,
      guard.change(async (asked) => {
        const secret = await apps.rotateSecret(asked.params.clientId!, asked);
        return secret === undefined ? noApp : tell('replaceAppSecret', { secret });
      }),
    );
    app.get(
      `${one}/usage`,
      guard.read(own(async ({ params }) => tell('appUsage', await usageOf(params.clientId!)))),
    );

    app.get(
      `${one}/token`,
      guard.read(own(async (asked) => tell('ownToken', { expiresAt: await ownTokens.find(linkOf(asked)) }))),
    );
    app.post(
      `${one}/token`,
      guard.change(
        own(async (asked) => tell('makeOwnToken', await ownTokens.make(linkOf(asked), asked.address))),
      ),
    );
    app.post(
      `${one}/token/end`,
      guard.change(
        own(async (asked) => {
          await ownTokens.end(linkOf(asked), asked.address);
          return done;
        }),
      ),
    );
  };
