import { uplink } from '@plenum/protocol/uplink';
import type { Db, Store } from '../../../kernel/database/store.ts';
import { createOutbox, type Outbox } from '../../mail/outbox.ts';
import { type Compose, type SenderDeps, startSender } from '../../mail/sender.ts';
import { findAccountRow } from '../account-store.ts';
import type { AuditHook } from '../audit/audit.ts';
import { type AccountTokens, createAccountTokens } from './account-token.ts';
import { isLetter, isNotice, toLink, toMailText } from './mail-content.ts';

/** The e-mail that accounts send: the outbox, notices of security events, and the sender. */
export interface AccountMail extends AsyncDisposable {
  readonly outbox: Outbox;
  /** Adds a notice for each event that owners are notified of. */
  readonly notify: AuditHook;
}

interface AccountMailDeps extends Omit<SenderDeps, 'compose'> {
  readonly publicUrl: string;
  /** Functions that compose the e-mails of other parts of the cloud, by kind. */
  readonly composers?: Readonly<Record<string, Compose>> | undefined;
}

/** Creates a hook that adds a notice to the outbox for each event that owners are notified of. */
export const createNotify =
  (outbox: Outbox): AuditHook =>
  async (db, { act, accountId, address, facts = {} }) => {
    // A paired bridge is not a third-party app.
    if (accountId === undefined || !isNotice(act) || facts.clientId === uplink.clientId) return;
    await outbox.add(db, { kind: act, accountId, facts: { ...facts, address } });
  };

const readAppName = async (db: Db, clientId: string): Promise<string> => {
  const app = await db.selectFrom('app').select('name').where('client_id', '=', clientId).executeTakeFirst();
  return app?.name ?? clientId;
};

/** Test users get no e-mail: nobody reads it, and a link to choose a password would let its reader sign in. */
const isTestUser = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('test_user')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined;

interface ComposeDeps {
  readonly store: Store;
  readonly tokens: AccountTokens;
  readonly publicUrl: string;
  readonly composers: Readonly<Record<string, Compose>>;
}

/**
 * Creates the function that composes e-mails. Each attempt gets a new secret for its link, so the outbox stores no
 * secrets.
 */
const createCompose =
  ({ store: { db }, tokens, publicUrl: cloud, composers }: ComposeDeps): Compose =>
  async (row) => {
    const { kind, account_id: id, email_key: key, facts: json, created_at: at } = row;
    if (Object.hasOwn(composers, kind)) return composers[kind]!(row);
    const account =
      id === null ? await findAccountRow(db, 'email_key', key ?? '') : await findAccountRow(db, 'id', id);
    if (account === undefined || (await isTestUser(db, account.id))) return undefined;
    const { address = '', clientId } = JSON.parse(json) as { address?: string; clientId?: string };
    const facts = { cloud, at, address };
    const to = account.email;
    if (isLetter(kind)) {
      const link = toLink(cloud, kind, await tokens.issue(db, kind, account.id));
      return { to, ...toMailText(kind, { ...facts, link }) };
    }
    if (!isNotice(kind)) return undefined;
    const app = clientId === undefined ? {} : { app: await readAppName(db, clientId) };
    return { to, ...toMailText(kind, { ...facts, ...app }) };
  };

export function startAccountMail({ publicUrl, composers = {}, ...deps }: AccountMailDeps): AccountMail {
  const { store, clock } = deps;
  const outbox = createOutbox(clock.now);
  const tokens = createAccountTokens(clock.now);
  const sender = startSender({ ...deps, compose: createCompose({ store, tokens, publicUrl, composers }) });
  return {
    outbox,
    notify: createNotify(outbox),
    [Symbol.asyncDispose]: async () => {
      await sender[Symbol.asyncDispose]();
      deps.mailer[Symbol.dispose]();
    },
  };
}
