import type { Provider } from 'oidc-provider';
import type { Store } from '../../../kernel/database/store.ts';
import type { Audit } from '../../account/audit/audit.ts';
import type { Actor } from '../../account/shape.ts';
import type { ProviderStorage } from '../provider-storage.ts';
import { providerSeconds } from '../provider-time.ts';
import type { Scope } from '../shape.ts';
import { lifetimeSeconds } from '../token/lifetimes.ts';

/** A consent of a test user, which its developer gives in one request. */
interface TestConsent {
  readonly developer: Actor;
  readonly testUserId: string;
  /** The client id of the test keys. */
  readonly clientId: string;
  readonly scopes: readonly Scope[];
}

export interface TestTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Time at which the access token expires, ms UTC. */
  readonly expiresAt: number;
}

/** Issues the tokens that a test user's consent would give the test keys of an app, as the token endpoint does. */
export type IssueTestTokens = (consent: TestConsent) => Promise<TestTokens>;

interface IssueTestTokensDeps {
  readonly store: Store;
  readonly storage: Pick<ProviderStorage, 'within'>;
  readonly audit: Audit;
  readonly now: () => number;
}

export const createIssueTestTokens =
  (provider: Provider, { store, storage, audit, now }: IssueTestTokensDeps): IssueTestTokens =>
  ({ developer, testUserId: accountId, clientId, scopes }) =>
    store.transaction('full', (tx) =>
      storage.within(tx, async () => {
        const client = await provider.Client.find(clientId);
        if (client === undefined) throw new Error(`There is no app ${clientId}.`);
        const scope = scopes.join(' ');
        const grant = new provider.Grant({ accountId, clientId });
        grant.addOIDCScope(scope);
        grant.exp = providerSeconds() + lifetimeSeconds.linkedGrant;
        const grantId = await grant.save();
        const about = { accountId, client, grantId, gty: 'authorization_code', scope };
        const refreshToken = await new provider.RefreshToken({ ...about, rotations: 0 }).save();
        const accessToken = await new provider.AccessToken(about).save();
        const facts = { clientId, testUserId: accountId };
        await audit.record(tx.db, { act: 'test-tokens-made', ...developer, facts });
        return { accessToken, refreshToken, expiresAt: now() + lifetimeSeconds.accessToken * 1000 };
      }),
    );
