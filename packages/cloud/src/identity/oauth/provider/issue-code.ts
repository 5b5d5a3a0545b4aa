import type { Provider } from 'oidc-provider';
import type { Store } from '../../../kernel/database/store.ts';
import type { Audit } from '../../account/audit/audit.ts';
import type { Actor } from '../../account/shape.ts';
import type { Scope } from '../shape.ts';

/** A consent in development mode, which needs no page. */
interface ConsentInProcess {
  readonly owner: Actor;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
}

/** Allows an app and returns the code that it exchanges for tokens (interface 5.2), as the pages do. */
export type IssueCode = (consent: ConsentInProcess) => Promise<string>;

export const createIssueCode =
  (provider: Provider, { store, audit }: { readonly store: Store; readonly audit: Audit }): IssueCode =>
  async ({ owner, clientId, redirectUri, scopes }) => {
    const client = await provider.Client.find(clientId);
    if (client === undefined) throw new Error(`There is no app ${clientId}.`);
    const { accountId } = owner;
    const scope = scopes.join(' ');
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope(scope);
    const grantId = await grant.save();
    await audit.record(store.db, { act: 'app-allowed', ...owner, facts: { clientId } });
    const gty = 'authorization_code';
    return new provider.AuthorizationCode({ accountId, client, grantId, gty, redirectUri, scope }).save();
  };
