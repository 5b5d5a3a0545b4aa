import { listen, oauthPaths } from '@plenum/protocol/cloud';
import { refuseRequest, toConsoleSentence } from '@plenum/protocol/console';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { userCodeOf } from '../../identity/oauth/forwarded-request.ts';
import type { ProviderPages } from '../../identity/oauth/provider/provider-pages.ts';
import { toCodeConfirmPage, toCodePage, toPairedPage } from '../pages/device-page.ts';
import { toErrorPage } from '../pages/error-page.ts';
import { type Page, toDocument, toPageHeaders } from '../pages/page.ts';
import { type PageTexts, textsFor } from '../pages/texts/page-texts.ts';

const renderPage = (ctx: KoaContextWithOIDC, page: Page): void => {
  ctx.set(toPageHeaders(page));
  ctx.body = toDocument(page);
};

const textsOf = (ctx: KoaContextWithOIDC): PageTexts => textsFor(ctx.get('accept-language'));

/** Explains why a device code was not accepted; `name` is the error name of oidc-provider. */
const codeProblem = (name: string, texts: PageTexts): string => {
  const problems: Readonly<Record<string, string>> = {
    NoCodeError: texts.needCode,
    NotFoundError: toConsoleSentence(refuseRequest('code-unknown').refusal),
    ExpiredError: toConsoleSentence(refuseRequest('code-expired').refusal),
    AlreadyUsedError: toConsoleSentence(refuseRequest('code-used').refusal),
    AbortedError: texts.pairingStopped,
  };
  return problems[name] ?? texts.otherCodeProblem;
};

/** The form token, which oidc-provider stores in the browser's session. */
const tokenOf = (ctx: KoaContextWithOIDC): string =>
  (ctx.oidc.session!.state as { secret: string } | undefined)?.secret ?? '';

/** The code in the URL (RFC 8628, 3.3.1), which the owner still has to confirm. */
const codeInAddress = (ctx: KoaContextWithOIDC): string | undefined => userCodeOf(ctx)?.slice(0, 20);

const action = oauthPaths.provider.code_verification;

const isListenClient = (client: { readonly clientId: string } | undefined): boolean =>
  client?.clientId === listen.clientId;

type Session = NonNullable<KoaContextWithOIDC['oidc']['session']>;

/**
 * True for the session of a browser that sent no cookie, until oidc-provider saves the session together with the form.
 */
const isUnsaved = ({ exp }: Session): boolean => exp === undefined;

/**
 * Redirects a browser to the form. After an error oidc-provider cannot save a new session, so the session is dropped.
 */
const beginAgain = (ctx: KoaContextWithOIDC): void => {
  Object.assign(ctx.oidc.session!, { touched: false });
  ctx.status = 303;
  ctx.redirect(action);
};

/** Renders the pages of the authorization server. */
export const providerPages: ProviderPages = {
  renderError: (ctx, { error, error_description: description }) => {
    const details = Object.entries({ error, description }).filter((entry) => entry[1] !== undefined);
    const isOurs = ['server_error', 'temporarily_unavailable'].includes(error);
    const texts = textsOf(ctx);
    const sentence = isOurs ? texts.ownError : texts.appError;
    renderPage(
      ctx,
      toErrorPage({ title: texts.didNotWork, sentence, details: details as [string, string][] }, texts),
    );
  },
  renderTooMany: (ctx, sentence) => {
    const texts = textsOf(ctx);
    renderPage(ctx, toErrorPage({ title: texts.tooManyRequests, sentence }, texts));
  },
  device: {
    userCodeInputSource: async (ctx, _form, _out, error) => {
      if (error !== undefined && isUnsaved(ctx.oidc.session!)) return beginAgain(ctx);
      const { userCode } = (error ?? {}) as { userCode?: string };
      const texts = textsOf(ctx);
      const problem = error === undefined ? undefined : codeProblem(error.name, texts);
      const code = userCode ?? codeInAddress(ctx);
      renderPage(ctx, toCodePage({ action, token: tokenOf(ctx), code, problem }, texts));
    },
    userCodeConfirmSource: async (ctx, _form, client, device, code) => {
      const isProgram = isListenClient(client);
      const page = toCodeConfirmPage({ action, token: tokenOf(ctx), code, device, isProgram }, textsOf(ctx));
      renderPage(ctx, page);
    },
    successSource: async (ctx) => {
      const { client } = ctx.oidc;
      const facts = { appName: client?.clientName ?? '', isProgram: isListenClient(client) };
      renderPage(ctx, toPairedPage(facts, textsOf(ctx)));
    },
  },
};
