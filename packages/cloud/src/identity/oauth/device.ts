import { refuse, toConsoleSentence } from '@plenum/protocol/console';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { toCodeConfirmPage, toCodePage, toPairedPage } from '../page/device-page.ts';
import { answerPage } from './answer-page.ts';
import { userCodeOf } from './forwarded-request.ts';
import { paths } from './paths.ts';

const sentences: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code your bridge shows.',
  NotFoundError: toConsoleSentence(refuse('code-unknown').refusal),
  ExpiredError: toConsoleSentence(refuse('code-expired').refusal),
  AlreadyUsedError: toConsoleSentence(refuse('code-used').refusal),
  AbortedError: 'The pairing was stopped; nothing was allowed.',
};

const anyProblem = 'This page is out of date or something went wrong. Enter the code again.';

/** The token of the form, which oidc-provider stores in the browser's session. */
const tokenOf = (ctx: KoaContextWithOIDC): string =>
  (ctx.oidc.session!.state as { secret: string } | undefined)?.secret ?? '';

/** A code that came with the address (RFC 8628, 3.3.1); the owner still looks at it and goes on himself. */
const givenCode = (ctx: KoaContextWithOIDC): string | undefined => userCodeOf(ctx)?.slice(0, 20);

/** The pages an owner lets a bridge in by. */
export const devicePages = {
  userCodeInputSource: async (ctx: KoaContextWithOIDC, _form: string, _out?: ErrorOut, error?: Error) => {
    const { userCode } = (error ?? {}) as { userCode?: string };
    const problem = error === undefined ? undefined : (sentences[error.name] ?? anyProblem);
    const action = paths.provider.code_verification;
    answerPage(ctx, toCodePage({ action, token: tokenOf(ctx), code: userCode ?? givenCode(ctx), problem }));
  },
  userCodeConfirmSource: async (
    ctx: KoaContextWithOIDC,
    _form: string,
    _client: unknown,
    _device: unknown,
    code: string,
  ) => {
    const action = paths.provider.code_verification;
    answerPage(ctx, toCodeConfirmPage({ action, token: tokenOf(ctx), code }));
  },
  successSource: async (ctx: KoaContextWithOIDC) =>
    answerPage(ctx, toPairedPage(ctx.oidc.client?.clientName ?? '')),
};
