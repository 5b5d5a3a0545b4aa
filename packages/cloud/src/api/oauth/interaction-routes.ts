import { oauthPaths } from '@plenum/protocol/cloud';
import { refuseRequest } from '@plenum/protocol/console';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Accounts } from '../../identity/account/accounts.ts';
import type { Browsers } from '../../identity/account/browser.ts';
import type { AccountSession } from '../../identity/account/shape.ts';
import type { Authorization } from '../../identity/oauth/authorization.ts';
import { interactionErrors } from '../../identity/oauth/provider/interaction.ts';
import type { Store } from '../../kernel/database/store.ts';
import { retryStoreAfter, storeErrors } from '../../kernel/failure/store-errors.ts';
import { isFormTokenOf } from '../../kernel/http/form-token.ts';
import type { RefusalPace } from '../../kernel/http/refusal-pace.ts';
import { isFromSameSite } from '../../kernel/http/same-site.ts';
import { toErrorPage } from '../pages/error-page.ts';
import { type Page, sendPage } from '../pages/page.ts';
import { type PageTexts, textsFor } from '../pages/texts/page-texts.ts';
import { acceptForms } from './accept-forms.ts';
import {
  type InteractionStep,
  redirect,
  showCode,
  showConsent,
  showSignIn,
  showStep,
} from './interaction-pages.ts';

export interface InteractionRoutesDeps {
  readonly store: Store;
  readonly accounts: Pick<Accounts, 'signIn' | 'signUp' | 'signOut' | 'email' | 'codes' | 'passkeys'>;
  readonly browsers: Browsers;
  readonly authorization: Pick<Authorization, 'findInteraction'>;
  readonly refusals: RefusalPace;
  readonly publicUrl: string;
}

type Act = (step: InteractionStep) => Promise<FastifyReply>;

const toLostPage = (texts: PageTexts): Page =>
  toErrorPage({ title: texts.startAgain, sentence: texts.startAgainHelp }, texts);

const toUnavailablePage = (texts: PageTexts): Page =>
  toErrorPage({ title: texts.tryAgain, sentence: texts.tryAgainHelp }, texts);

const stale = refuseRequest('form-stale').refusal;

const readField = (form: unknown, name: string): string =>
  (form instanceof URLSearchParams ? form.get(name) : null) ?? '';

/** Creates the actions of the forms on these pages. */
const createActs = ({ accounts, browsers, publicUrl }: InteractionRoutesDeps) => {
  /** True if a page of this site sent the form, together with the form token for the secret. */
  const isGenuine = ({ request }: InteractionStep, secret: string): boolean =>
    isFromSameSite(request, publicUrl) && isFormTokenOf(readField(request.body, 'token'), secret);

  /** Returns the session that the form was shown to, or `undefined` if the form is forged or nobody is signed in. */
  const genuineSession = (step: InteractionStep): AccountSession | undefined =>
    step.session !== undefined && isGenuine(step, step.session.secret) ? step.session : undefined;

  /** Starts a session and ends the previous session of the browser. */
  const startSession = async (step: InteractionStep, session: AccountSession, browser: string) => {
    if (step.session !== undefined) await accounts.signOut(step.session, step.request.ip);
    browsers.setSession(step.reply, session, browser);
    return redirect(step, step.interaction.signedIn(session.account));
  };

  /** Handles sign-in or sign-up. */
  const enter =
    (how: 'signIn' | 'signUp'): Act =>
    async (step) => {
      const { request, reply, interaction } = step;
      const isNew = how === 'signUp';
      const email = readField(request.body, 'email');
      if (!isGenuine(step, interaction.uid)) return showSignIn(step, { refusal: stale, email, isNew });
      const password = readField(request.body, 'password');
      const browser = browsers.identify(request);
      const result = await accounts[how]({ email, password }, request.ip, browser);
      if (result.ok) return startSession(step, result.value, browser);
      const { step: secondStep } = result.refusal.facts;
      if (secondStep === undefined) return showSignIn(step, { refusal: result.refusal, email, isNew });
      browsers.setStep(reply, String(secondStep));
      return showCode(step);
    };

  const enterCode: Act = async (step) => {
    const { request, interaction } = step;
    if (!isGenuine(step, interaction.uid)) return showSignIn(step, { refusal: stale });
    const browser = browsers.identify(request);
    const from = { address: request.ip, browser };
    const code = readField(request.body, 'code');
    const result = await accounts.codes?.signInWithCode(browsers.readStep(request), code, from);
    if (result?.ok) return startSession(step, result.value, browser);
    const refusal = result?.refusal ?? stale;
    return refusal.code === 'second-step-stale' ? showSignIn(step, { refusal }) : showCode(step, refusal);
  };

  const consent: Act = async (step) => {
    const { request, interaction } = step;
    if (interaction.waitsFor !== 'consent') return showStep(step);
    const session = genuineSession(step);
    if (session === undefined || !interaction.isOf(session.account)) return showConsent(step, stale);
    const owner = { accountId: session.account.id, address: request.ip };
    const isAllowed = readField(request.body, 'answer') === 'allow';
    if (!isAllowed) return redirect(step, interaction.refuse(owner));
    if ((await interaction.readListenedApps(session.account)) !== undefined) {
      const developer = { account: session.account, address: request.ip };
      const next = await interaction.allowListening(developer, readField(request.body, 'app'));
      return next === undefined
        ? showConsent(step, refuseRequest('app-not-chosen').refusal)
        : redirect(step, Promise.resolve(next));
    }
    // If the page was opened before it had the checkbox, opening the garage door is not allowed.
    const without = readField(request.body, 'garage') === 'yes' ? [] : (['garage'] as const);
    return redirect(step, interaction.allow(owner, without));
  };

  const chooseTestUser: Act = async (step) => {
    const { request, interaction } = step;
    const session = genuineSession(step);
    if (session === undefined) return showStep(step);
    const developer = { accountId: session.account.id, address: request.ip };
    return redirect(step, interaction.allowAs(developer, readField(request.body, 'user')));
  };

  const cancel: Act = (step) => {
    const { interaction } = step;
    return isGenuine(step, interaction.uid) ? redirect(step, interaction.cancel()) : showStep(step);
  };

  const switchAccount: Act = async (step) => {
    const session = genuineSession(step);
    if (session === undefined) return showStep(step);
    await accounts.signOut(session, step.request.ip);
    browsers.clearSession(step.reply);
    return redirect(step, step.interaction.restart());
  };

  return {
    signIn: enter('signIn'),
    signUp: enter('signUp'),
    enterCode,
    consent,
    chooseTestUser,
    cancel,
    switchAccount,
  };
};

/** Creates the pages for sign-in, sign-up and consent, which need no script. */
export function createInteractionRoutes(deps: InteractionRoutesDeps): FastifyPluginAsync {
  const { store, browsers, authorization } = deps;
  const { email, passkeys } = deps.accounts;
  const sendsEmail = email.isOffered;
  // A sign-in continues at the public URL. Otherwise, if passkeys work only under another name, the session would be
  // missing there.
  const takesPasskeys = passkeys !== undefined && passkeys.origin === new URL(deps.publicUrl).origin;
  const acts = createActs(deps);

  /** Converts failures of these pages, and of no other routes, to a page. */
  const toErrorAnswer = (reply: FastifyReply, error: unknown): FastifyReply => {
    const texts = textsFor(reply.request.headers['accept-language']);
    if (interactionErrors.is(error)) return sendPage(reply, toLostPage(texts), 400);
    if (storeErrors.is(error))
      return sendPage(reply.header('retry-after', retryStoreAfter), toUnavailablePage(texts), 503);
    throw error;
  };

  return async (app) => {
    acceptForms(app, deps.refusals);
    const on = (method: 'GET' | 'POST', path: string, act: Act) =>
      app.route<{ Params: { uid: string } }>({
        method,
        url: `${oauthPaths.interaction(':uid')}${path}`,
        handler: async (request, reply) => {
          try {
            const interaction = await authorization.findInteraction(request, reply.raw, request.params.uid);
            const session = await browsers.findSession(store.db, request);
            return await act({ request, reply, interaction, session, sendsEmail, takesPasskeys });
          } catch (error) {
            return toErrorAnswer(reply, error);
          }
        },
      });
    on('GET', '', showStep);
    on('GET', '/sign-in', showStep);
    on('GET', '/sign-up', (step) => showSignIn(step, { isNew: true }));
    on('GET', '/code', showStep);
    on('GET', '/consent', showStep);
    on('POST', '/sign-in', acts.signIn);
    on('POST', '/sign-up', acts.signUp);
    on('POST', '/code', acts.enterCode);
    on('POST', '/consent', acts.consent);
    on('POST', '/test-user', acts.chooseTestUser);
    on('POST', '/cancel', acts.cancel);
    on('POST', '/switch', acts.switchAccount);
  };
}
