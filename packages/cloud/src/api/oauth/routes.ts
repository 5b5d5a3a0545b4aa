import type { Clock } from '@plenum/platform';
import { oauthPaths } from '@plenum/protocol/cloud';
import { toConsoleSentence } from '@plenum/protocol/console';
import type {
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import type { Accounts } from '../../identity/account/accounts.ts';
import type { Authorization } from '../../identity/oauth/authorization.ts';
import { toPublicName } from '../../kernel/http/public-url.ts';
import type { RefusalPace } from '../../kernel/http/refusal-pace.ts';
import { toErrorPage } from '../pages/error-page.ts';
import { sendPage } from '../pages/page.ts';
import { textsFor } from '../pages/texts/page-texts.ts';
import { acceptForms } from './accept-forms.ts';
import { createInteractionRoutes, type InteractionRoutesDeps } from './interaction-routes.ts';
import { createRegistrationRoutes } from './registration-routes.ts';

const { authorization, token, revocation, introspection, device_authorization, code_verification } =
  oauthPaths.provider;

/**
 * Forces the authorization response into the query, the only response mode here. Any other requested mode is replaced
 * by an unknown one, so that oidc-provider reports the error to the app in the query and sends no page with a script.
 */
const withQueryMode = (url: string): string => {
  const parsed = new URL(url, 'http://cloud');
  const mode = parsed.searchParams.get('response_mode');
  if (mode === null || mode === 'query') return url;
  parsed.searchParams.set('response_mode', 'unsupported');
  return `${parsed.pathname}${parsed.search}`;
};

interface ProviderRoutesDeps {
  readonly accounts: Pick<Accounts, 'countUserCode'>;
  readonly authorization: Pick<Authorization, 'handle' | 'isOverLimit' | 'registrations'>;
  readonly refusals: RefusalPace;
  readonly publicUrl: string;
}

/** Creates the routes that are passed on to oidc-provider. Its other paths cannot be reached. */
const createProviderRoutes = ({
  accounts,
  authorization: server,
  refusals,
  publicUrl,
}: ProviderRoutesDeps): FastifyPluginAsync => {
  const pass = async (request: FastifyRequest, reply: FastifyReply, url?: string) => {
    reply.hijack();
    await server.handle(request, reply.raw, url);
  };

  /** Redirects to the public URL, because the links of these pages use it. */
  const onRequest: onRequestHookHandler = ({ protocol, host, url }, reply, done) => {
    const origin = toPublicName(`${protocol}://${host}`, publicUrl);
    if (origin === undefined) done();
    else reply.redirect(origin + url, 303);
  };

  /** Before the body is read, passes on a request that the server refuses because of its address. */
  const refuseEarly: onRequestAsyncHookHandler = async (request, reply) => {
    if (!server.isOverLimit(request)) return;
    await refusals.paceAddress(request.ip);
    await pass(request, reply);
  };

  return async (app) => {
    acceptForms(app, refusals);
    app.get(authorization, { onRequest }, (request, reply) =>
      pass(request, reply, withQueryMode(request.url)),
    );
    app.get(`${authorization}/:uid`, (request, reply) => pass(request, reply));
    app.get(oauthPaths.metadata, (request, reply) => pass(request, reply));
    for (const path of [token, revocation, introspection, device_authorization]) {
      app.post(path, { onRequest: refuseEarly }, (request, reply) => pass(request, reply));
      app.options(path, (request, reply) => pass(request, reply));
    }
    // A code in the URL only fills in the form. If the form were submitted automatically, a link could pair another
    // person's device.
    app.get(code_verification, { onRequest }, (request, reply) => pass(request, reply, code_verification));
    app.get(`${code_verification}/:uid`, (request, reply) => pass(request, reply));
    app.post(code_verification, { onRequest: refuseEarly }, async (request, reply) => {
      const counted = await accounts.countUserCode({ address: request.ip });
      if (counted.ok) return pass(request, reply);
      const texts = textsFor(request.headers['accept-language']);
      const sentence = toConsoleSentence(counted.refusal);
      const page = toErrorPage({ title: texts.tooManyCodes, sentence }, texts);
      return sendPage(reply.header('retry-after', counted.refusal.facts.seconds), page, 429);
    });
  };
};

/** Creates the OAuth routes: endpoints for apps and bridges, and pages for sign-in and consent. */
export const createOAuthRoutes =
  (
    deps: ProviderRoutesDeps & InteractionRoutesDeps & { readonly clock: Pick<Clock, 'now'> },
  ): FastifyPluginAsync =>
  async (app) => {
    await app.register(createProviderRoutes(deps));
    await app.register(createInteractionRoutes(deps));
    const { registrations } = deps.authorization;
    if (registrations !== undefined)
      await app.register(createRegistrationRoutes(registrations, deps.clock.now));
  };
