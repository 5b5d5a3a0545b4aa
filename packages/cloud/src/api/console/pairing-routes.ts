import type { FastifyPluginAsync } from 'fastify';
import type { Accounts } from '../../identity/account/accounts.ts';
import { toSentence, toStatus } from '../../identity/account/refusal.ts';
import { type CodeRefusal, codeRefusals } from '../../identity/oauth/code-refusal.ts';
import type { Pairings } from '../../identity/oauth/pairings.ts';
import { textOf } from '../../kernel/http/text-of.ts';
import { type Answered, type Asked, done, type Guard, no, tell } from './guard.ts';

export interface PairingRoutesDeps {
  readonly guard: Guard;
  readonly pairings: Pairings;
  readonly accounts: Pick<Accounts, 'countUserCode'>;
}

const statuses: Readonly<Record<CodeRefusal, number>> = {
  'code-unknown': 404,
  'code-expired': 410,
  'code-used': 409,
};

const noCode = (refusal: CodeRefusal) => no(statuses[refusal], refusal, codeRefusals[refusal]);

/** Pairing within the application: `find`, `allow` and `refuse` the bridge that shows a code (`{code}`). */
export const createPairingRoutes =
  ({ guard, pairings, accounts }: PairingRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    /** Every code entered is counted (RFC 8628, 5.1): who may answer one has found it, and so could guess. */
    const counted = (act: (code: string, asked: Asked) => Promise<Answered>) =>
      guard.change(async (asked) => {
        const allowed = await accounts.countUserCode(asked);
        if (allowed.ok) return act(textOf(asked, 'code'), asked);
        const { refusal } = allowed;
        const retryAfter = refusal.facts.seconds!;
        return { ...no(toStatus(refusal), refusal.code, toSentence(refusal)), retryAfter };
      });
    const toAnswer = (refusal: CodeRefusal | undefined) => (refusal === undefined ? done : noCode(refusal));

    app.post(
      '/console/pairings/find',
      counted(async (code) => {
        const found = await pairings.find(code);
        return typeof found === 'string' ? noCode(found) : tell('findPairing', found);
      }),
    );
    app.post(
      '/console/pairings/allow',
      counted(async (code, asked) => toAnswer(await pairings.allow(code, asked))),
    );
    app.post(
      '/console/pairings/refuse',
      counted(async (code, asked) => toAnswer(await pairings.refuse(code, asked))),
    );
  };
