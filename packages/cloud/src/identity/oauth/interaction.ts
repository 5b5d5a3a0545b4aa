import { type ConsoleRefusal, refuse, toConsoleSentence, toConsoleStatus } from '@plenum/protocol/console';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Interaction, type InteractionResults, type Provider } from 'oidc-provider';
import type { Store } from '../../kernel/database/store.ts';
import { retryStoreAfter, StoreUnavailable } from '../../kernel/failure/store-unavailable.ts';
import { isFormTokenOf, toFormToken } from '../../kernel/http/form-token.ts';
import { isFromSameSite } from '../../kernel/http/same-site.ts';
import type { Accounts } from '../account/accounts.ts';
import type { Browsers } from '../account/browser.ts';
import type { Session } from '../account/shape.ts';
import { toConsentPage } from '../page/consent-page.ts';
import { toErrorPage } from '../page/error-page.ts';
import { sendPage } from '../page/page.ts';
import { toSignInPage } from '../page/sign-in-page.ts';
import { acceptForms } from './form.ts';
import { ForwardedRequest } from './forwarded-request.ts';
import { paths } from './paths.ts';
import { isScope, scopes } from './scope.ts';

export interface InteractionDeps {
  readonly provider: Provider;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly browsers: Browsers;
  readonly publicUrl: string;
}

/** One step of a browser on its way through an authorization. */
interface Step {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What the authorization server waits for. */
  readonly interaction: Interaction;
  readonly session: Session | undefined;
}

interface Shown {
  readonly refusal?: ConsoleRefusal | undefined;
  readonly email?: string;
  readonly isNew?: boolean;
}

const lost = toErrorPage({
  title: 'Please start again',
  sentence:
    'This sign-in has expired, is finished, or was begun in another browser. Go back to the app or the bridge and start again.',
});

const away = toErrorPage({
  title: 'Please try again in a moment',
  sentence:
    'This cloud cannot look anything up just now. Nothing was allowed. Load the page again in a few seconds.',
});

const stale = refuse('form-stale').refusal;

const member = (form: unknown, name: string): string =>
  (form instanceof URLSearchParams ? form.get(name) : null) ?? '';

/** Where the browser is sent at the end; undefined when a device waits and the browser stays here. */
const redirectUriOf = ({ params, deviceCode }: Interaction): string | undefined =>
  deviceCode === undefined ? (params.redirect_uri as string | undefined) : undefined;

/** Sign-in, sign-up and consent, as pages that need no script. */
export const createInteractionRoutes = (parts: InteractionDeps): FastifyPluginAsync => {
  const { provider, store, accounts, browsers, publicUrl } = parts;

  const finish = async (
    { request, reply }: Step,
    result: InteractionResults,
    mergeWithLastSubmission = false,
  ) => {
    const forwarded = new ForwardedRequest(request, { publicUrl });
    const options = { mergeWithLastSubmission };
    return reply.redirect(await provider.interactionResult(forwarded, reply.raw, result, options), 303);
  };

  /** Restarts the authorization for the account that is signed in now. */
  const restart = async ({ reply, interaction }: Step) => {
    await interaction.destroy();
    if (interaction.deviceCode !== undefined) return reply.redirect(paths.provider.code_verification, 303);
    const { prompt: _, ...params } = interaction.params as Record<string, string>;
    return reply.redirect(`${paths.provider.authorization}?${new URLSearchParams(params)}`, 303);
  };

  const clientNameOf = async ({ params }: Interaction) =>
    (await provider.Client.find(String(params.client_id)))?.clientName ?? '';

  const showSignIn = async (step: Step, { refusal, email, isNew = false }: Shown = {}) => {
    const { interaction, reply } = step;
    const here = paths.interaction(interaction.uid);
    const [signIn, signUp] = [`${here}/sign-in`, `${here}/sign-up`];
    const page = toSignInPage({
      isNew,
      purpose: await clientNameOf(interaction),
      action: isNew ? signUp : signIn,
      other: isNew ? here : signUp,
      cancel: `${here}/cancel`,
      token: toFormToken(interaction.uid),
      email,
      problem: refusal && toConsoleSentence(refusal),
      leadsTo: redirectUriOf(interaction),
    });
    return sendPage(reply, page, refusal === undefined ? 200 : toConsoleStatus(refusal));
  };

  const showConsent = async (step: Step & { session: Session }, refusal?: ConsoleRefusal) => {
    const { interaction, reply, session } = step;
    const here = paths.interaction(interaction.uid);
    const leadsTo = redirectUriOf(interaction);
    const asked = String(interaction.params.scope ?? '').split(' ');
    const page = toConsentPage({
      appName: await clientNameOf(interaction),
      email: session.account.email,
      words: asked.filter(isScope).map((scope) => scopes[scope]),
      returnsTo: leadsTo === undefined ? undefined : new URL(leadsTo).host || new URL(leadsTo).protocol,
      action: `${here}/consent`,
      switchAccount: `${here}/switch`,
      token: toFormToken(session.secret),
      problem: refusal && toConsoleSentence(refusal),
      leadsTo,
    });
    return sendPage(reply, page, refusal === undefined ? 200 : toConsoleStatus(refusal));
  };

  /** Lets the authorization go on as this session, unless it was begun as somebody else. */
  const goOnAs = (step: Step, { account }: Session) => {
    const before = step.interaction.session?.accountId;
    if (before !== undefined && before !== account.id) return restart(step);
    return finish(step, { login: { accountId: account.id } });
  };

  const isStillOf = ({ interaction }: Step, session: Session) =>
    interaction.session?.accountId === session.account.id;

  const show = async (step: Step) => {
    const { interaction, session } = step;
    if (interaction.prompt.name === 'consent')
      return session !== undefined && isStillOf(step, session)
        ? showConsent({ ...step, session })
        : restart(step);
    const mustAsk = interaction.prompt.reasons.includes('login_prompt');
    return session !== undefined && !mustAsk ? goOnAs(step, session) : showSignIn(step);
  };

  /** Whether a form was sent by a page of this site that was shown with the form token of a secret. */
  const isGenuine = ({ request }: Step, secret: string): boolean =>
    isFromSameSite(request, publicUrl) && isFormTokenOf(member(request.body, 'token'), secret);

  const enter = async (step: Step, act: 'signIn' | 'signUp') => {
    const { request, reply, interaction, session } = step;
    const isNew = act === 'signUp';
    const form = request.body;
    const email = member(form, 'email');
    if (!isGenuine(step, interaction.uid)) return showSignIn(step, { refusal: stale, email, isNew });
    const outcome = await accounts[act]({ email, password: member(form, 'password') }, request.ip);
    if (!outcome.ok) return showSignIn(step, { refusal: outcome.refusal, email, isNew });
    if (session !== undefined) await accounts.signOut(session, request.ip);
    browsers.setSession(reply, outcome.value);
    return goOnAs(step, outcome.value);
  };

  /** The session of a form that only its holder was shown, or undefined. */
  const genuineSession = (step: Step): Session | undefined =>
    step.session !== undefined && isGenuine(step, step.session.secret) ? step.session : undefined;

  const consent = async (step: Step) => {
    const { request, interaction } = step;
    if (interaction.prompt.name !== 'consent') return show(step);
    const session = genuineSession(step);
    if (session === undefined || !isStillOf(step, session))
      return step.session !== undefined && isStillOf(step, step.session)
        ? showConsent({ ...step, session: step.session }, stale)
        : restart(step);
    const accountId = session.account.id;
    const clientId = String(interaction.params.client_id);
    const entry = { accountId, address: request.ip, facts: { clientId } };
    if (member(request.body, 'answer') !== 'allow') {
      await accounts.audit.record(store.db, { act: 'app-refused', ...entry });
      return finish(step, { error: 'access_denied', error_description: 'the owner did not allow it' });
    }
    const grant = new provider.Grant({ accountId, clientId });
    const { missingOIDCScope = [] } = interaction.prompt.details as { missingOIDCScope?: string[] };
    grant.addOIDCScope(missingOIDCScope.join(' '));
    const grantId = await grant.save();
    await accounts.audit.record(store.db, { act: 'app-allowed', ...entry });
    return finish(step, { consent: { grantId } }, true);
  };

  const cancel = async (step: Step) => {
    if (!isGenuine(step, step.interaction.uid)) return show(step);
    return finish(step, { error: 'access_denied', error_description: 'the owner went back' });
  };

  const switchAccount = async (step: Step) => {
    const session = genuineSession(step);
    if (session === undefined) return show(step);
    await accounts.signOut(session, step.request.ip);
    browsers.clearSession(step.reply);
    return restart(step);
  };

  return async (app) => {
    acceptForms(app);
    const on = (method: 'GET' | 'POST', path: string, act: (step: Step) => Promise<FastifyReply>) =>
      app.route<{ Params: { uid: string } }>({
        method,
        url: `/interaction/:uid${path}`,
        handler: async (request, reply) => {
          try {
            const forwarded = new ForwardedRequest(request, { publicUrl });
            const interaction = await provider.interactionDetails(forwarded, reply.raw);
            if (interaction.uid !== request.params.uid) return sendPage(reply, lost, 400);
            const session = await browsers.findSession(store.db, request);
            return await act({ request, reply, interaction, session });
          } catch (error) {
            if (error instanceof errors.SessionNotFound) return sendPage(reply, lost, 400);
            if (error instanceof StoreUnavailable)
              return sendPage(reply.header('retry-after', retryStoreAfter), away, 503);
            throw error;
          }
        },
      });
    on('GET', '', show);
    on('GET', '/sign-in', show);
    on('GET', '/sign-up', (step) => showSignIn(step, { isNew: true }));
    on('GET', '/consent', show);
    on('POST', '/sign-in', (step) => enter(step, 'signIn'));
    on('POST', '/sign-up', (step) => enter(step, 'signUp'));
    on('POST', '/consent', consent);
    on('POST', '/cancel', cancel);
    on('POST', '/switch', switchAccount);
  };
};
