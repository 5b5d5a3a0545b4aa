import { oauthPaths } from '@plenum/protocol/cloud';
import { type ConsoleRefusal, toConsoleSentence, toConsoleStatus } from '@plenum/protocol/console';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountSession } from '../../identity/account/shape.ts';
import type { Interaction, TestUserChoice } from '../../identity/oauth/provider/interaction.ts';
import { toFormToken } from '../../kernel/http/form-token.ts';
import { toCodeStepPage } from '../pages/code-step-page.ts';
import { toConsentPage } from '../pages/consent-page.ts';
import { sendPage } from '../pages/page.ts';
import { toSignInPage } from '../pages/sign-in-page.ts';
import { toTestUserPage } from '../pages/test-user-page.ts';
import { type PageTexts, textsFor } from '../pages/texts/page-texts.ts';

/** A request from a browser during an authorization. */
export interface InteractionStep {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly interaction: Interaction;
  /** True if this cloud can send e-mail, so that a lost password can be reset. */
  readonly sendsEmail: boolean;
  /** True if people can sign in with a passkey. */
  readonly takesPasskeys: boolean;
  /** The session of the signed-in person, or `undefined` if nobody is signed in. */
  readonly session: AccountSession | undefined;
}

/** The values to show again in a refused form, and which of the two forms it is. */
interface SignInForm {
  readonly refusal?: ConsoleRefusal | undefined;
  readonly email?: string;
  readonly isNew?: boolean;
}

const textsOf = (request: FastifyRequest): PageTexts => textsFor(request.headers['accept-language']);

const statusOf = (refusal: ConsoleRefusal | undefined): number =>
  refusal === undefined ? 200 : toConsoleStatus(refusal);

/** Redirects the browser to the next step of the authorization. */
export const redirect = async ({ reply }: InteractionStep, url: Promise<string>): Promise<FastifyReply> =>
  reply.redirect(await url, 303);

export async function showSignIn(
  { interaction, request, reply, sendsEmail, takesPasskeys }: InteractionStep,
  { refusal, email, isNew = false }: SignInForm = {},
): Promise<FastifyReply> {
  const here = oauthPaths.interaction(interaction.uid);
  const [signIn, signUp] = [`${here}/sign-in`, `${here}/sign-up`];
  const page = toSignInPage(
    {
      isNew,
      purpose: await interaction.readAppName(),
      action: isNew ? signUp : signIn,
      other: isNew ? here : signUp,
      cancel: `${here}/cancel`,
      lostPassword: sendsEmail && !isNew ? '/#/lost-password' : undefined,
      // URL of the web application's page for passkeys, which need a script. The page leads back to this form.
      passkey:
        takesPasskeys && !isNew && !interaction.requiresPassword
          ? `/#/passkey/${interaction.uid}`
          : undefined,
      token: toFormToken(interaction.uid),
      email,
      problem: refusal && toConsoleSentence(refusal),
      leadsTo: interaction.redirectUri,
    },
    textsOf(request),
  );
  return sendPage(reply, page, statusOf(refusal));
}

/** Asks for the code that is required after the password. */
export async function showCode(
  { interaction, request, reply }: InteractionStep,
  refusal?: ConsoleRefusal,
): Promise<FastifyReply> {
  const here = oauthPaths.interaction(interaction.uid);
  const page = toCodeStepPage(
    {
      action: `${here}/code`,
      back: here,
      token: toFormToken(interaction.uid),
      problem: refusal && toConsoleSentence(refusal),
      leadsTo: interaction.redirectUri,
    },
    textsOf(request),
  );
  return sendPage(reply, page, statusOf(refusal));
}

/** Asks the owner for consent. If another person has signed in meanwhile, the authorization begins again. */
export async function showConsent(step: InteractionStep, refusal?: ConsoleRefusal): Promise<FastifyReply> {
  const { interaction, request, reply, session } = step;
  const texts = textsOf(request);
  if (session === undefined || !interaction.isOf(session.account))
    return redirect(step, interaction.restart());
  const here = oauthPaths.interaction(interaction.uid);
  const { redirectUri } = interaction;
  const listening = await interaction.readListenedApps(session.account);
  const page = toConsentPage(
    {
      appName: await interaction.readAppName(),
      registeredItself: interaction.registeredItself,
      email: session.account.email,
      words: interaction.scopes.filter((scope) => scope !== 'garage').map((scope) => texts.scopes[scope]),
      garage: interaction.scopes.includes('garage') ? texts.scopes.garage : undefined,
      listening,
      returnsTo:
        redirectUri === undefined ? undefined : new URL(redirectUri).host || new URL(redirectUri).protocol,
      action: `${here}/consent`,
      switchAccount: `${here}/switch`,
      token: toFormToken(session.secret),
      problem: refusal && toConsoleSentence(refusal),
      leadsTo: redirectUri,
    },
    texts,
  );
  return sendPage(reply, page, statusOf(refusal));
}

/** Asks the developer for the test user as whom to allow the app. */
const showTestUsers = async (
  { interaction, request, reply }: InteractionStep,
  { account, secret }: AccountSession,
  users: readonly TestUserChoice[],
): Promise<FastifyReply> => {
  const here = oauthPaths.interaction(interaction.uid);
  const page = toTestUserPage(
    {
      appName: await interaction.readAppName(),
      email: account.email,
      users,
      action: `${here}/test-user`,
      cancel: `${here}/cancel`,
      switchAccount: `${here}/switch`,
      token: toFormToken(secret),
      cancelToken: toFormToken(interaction.uid),
      leadsTo: interaction.redirectUri,
    },
    textsOf(request),
  );
  return sendPage(reply, page);
};

/** Shows the page that the authorization waits for, or continues it if the browser is already signed in. */
export async function showStep(step: InteractionStep): Promise<FastifyReply> {
  const { interaction, session } = step;
  if (interaction.waitsFor === 'consent') return showConsent(step);
  const users = session && (await interaction.readTestUsers(session.account));
  if (users !== undefined) return showTestUsers(step, session!, users);
  if (session === undefined || interaction.requiresPassword) return showSignIn(step);
  return redirect(step, interaction.signedIn(session.account));
}
