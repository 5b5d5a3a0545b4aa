import { refuse, toConsoleSentence } from '@plenum/protocol/console';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { userCodeOf } from '../../identity/oauth/forwarded-request.ts';
import { paths } from '../../identity/oauth/paths.ts';
import type { ProviderPages } from '../../identity/oauth/provider-pages.ts';
import { toCodeConfirmPage, toCodePage, toPairedPage } from '../pages/device-page.ts';
import { toErrorPage } from '../pages/error-page.ts';
import { type Page, toDocument, toPageHeaders } from '../pages/page.ts';

const renderPage = (ctx: KoaContextWithOIDC, page: Page): void => {
  ctx.set(toPageHeaders(page));
  ctx.body = toDocument(page);
};

/** The app caused the error. */
const appError =
  'The app that sent you here made a request that we cannot answer. Nothing was allowed. Go back to the app and start again. If it happens again, send its developer the details below.';

/** We caused the error. */
const ownError =
  'Something went wrong here. Nothing was allowed. Go back to the app and try again in a few minutes.';

/** Why a device code was not accepted, by the name of the error of oidc-provider. */
const codeProblems: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code that your bridge shows.',
  NotFoundError: toConsoleSentence(refuse('code-unknown').refusal),
  ExpiredError: toConsoleSentence(refuse('code-expired').refusal),
  AlreadyUsedError: toConsoleSentence(refuse('code-used').refusal),
  AbortedError: 'The pairing was stopped. Nothing was allowed.',
};

const otherCodeProblem = 'This page is out of date, or something went wrong. Enter the code again.';

/** The token of the form, which oidc-provider stores in the browser's session. */
const tokenOf = (ctx: KoaContextWithOIDC): string =>
  (ctx.oidc.session!.state as { secret: string } | undefined)?.secret ?? '';

/** The code in the address (RFC 8628, 3.3.1), which the owner still has to confirm. */
const codeInAddress = (ctx: KoaContextWithOIDC): string | undefined => userCodeOf(ctx)?.slice(0, 20);

const action = paths.provider.code_verification;

/** Renders the pages of the authorization server. */
export const providerPages: ProviderPages = {
  renderError: (ctx, { error, error_description: description }) => {
    const details = Object.entries({ error, description }).filter((entry) => entry[1] !== undefined);
    const isOurs = ['server_error', 'temporarily_unavailable'].includes(error);
    const sentence = isOurs ? ownError : appError;
    renderPage(
      ctx,
      toErrorPage({ title: 'This did not work', sentence, details: details as [string, string][] }),
    );
  },
  renderTooMany: (ctx, sentence) => renderPage(ctx, toErrorPage({ title: 'Too many requests', sentence })),
  device: {
    userCodeInputSource: async (ctx, _form, _out, error) => {
      const { userCode } = (error ?? {}) as { userCode?: string };
      const problem = error === undefined ? undefined : (codeProblems[error.name] ?? otherCodeProblem);
      const code = userCode ?? codeInAddress(ctx);
      renderPage(ctx, toCodePage({ action, token: tokenOf(ctx), code, problem }));
    },
    userCodeConfirmSource: async (ctx, _form, _client, device, code) =>
      renderPage(ctx, toCodeConfirmPage({ action, token: tokenOf(ctx), code, device })),
    successSource: async (ctx) => renderPage(ctx, toPairedPage(ctx.oidc.client?.clientName ?? '')),
  },
};
