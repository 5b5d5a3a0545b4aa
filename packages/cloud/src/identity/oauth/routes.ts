import { toConsoleSentence } from '@plenum/protocol/console';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Accounts } from '../account/accounts.ts';
import { toErrorPage } from '../page/error-page.ts';
import { sendPage } from '../page/page.ts';
import { acceptForms } from './form.ts';
import { ForwardedRequest } from './forwarded-request.ts';
import { paths } from './paths.ts';

interface RouteDeps {
  readonly provider: Provider;
  readonly accounts: Accounts;
  readonly publicUrl: string;
}

const { authorization, token, revocation, introspection, device_authorization, code_verification } =
  paths.provider;

/**
 * The address of an authorization request whose answer would not come back in the query, changed to one for an answer no
 * server knows: so the app is told, in the query, and no page with a script is made.
 */
const withoutOtherModes = (url: string): string => {
  const parsed = new URL(url, 'http://cloud');
  const mode = parsed.searchParams.get('response_mode');
  if (mode === null || mode === 'query') return url;
  parsed.searchParams.set('response_mode', 'unsupported');
  return `${parsed.pathname}${parsed.search}`;
};

/** The routes to oidc-provider; no other path of it is reachable. */
export const createProviderRoutes = ({ provider, accounts, publicUrl }: RouteDeps): FastifyPluginAsync => {
  const handle = provider.callback();

  const pass = async (request: FastifyRequest, reply: FastifyReply, url = request.url) => {
    reply.hijack();
    await handle(new ForwardedRequest(request, { publicUrl, url }), reply.raw);
  };

  return async (app) => {
    acceptForms(app);
    app.get(authorization, (request, reply) => pass(request, reply, withoutOtherModes(request.url)));
    app.get(`${authorization}/:uid`, (request, reply) => pass(request, reply));
    app.get(paths.metadata, (request, reply) => pass(request, reply));
    for (const path of [token, revocation, introspection, device_authorization]) {
      app.post(path, (request, reply) => pass(request, reply));
      app.options(path, (request, reply) => pass(request, reply));
    }
    // A code in the address fills the form in; sent off by itself it would let somebody else's device in.
    app.get(code_verification, (request, reply) => pass(request, reply, code_verification));
    app.get(`${code_verification}/:uid`, (request, reply) => pass(request, reply));
    app.post(code_verification, async (request, reply) => {
      const counted = await accounts.countUserCode({ address: request.ip });
      if (counted.ok) return pass(request, reply);
      const page = toErrorPage({ title: 'Too many codes', sentence: toConsoleSentence(counted.refusal) });
      return sendPage(reply.header('retry-after', counted.refusal.facts.seconds), page, 429);
    });
  };
};
