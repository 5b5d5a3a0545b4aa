import { uplink } from '@plenum/protocol/uplink';
import type { Db, Store } from '../../../kernel/database/store.ts';
import { createOutbox, type Outbox } from '../../mail/outbox.ts';
import { type Compose, type SenderDeps, startSender } from '../../mail/sender.ts';
import { findAccountRow } from '../account-store.ts';
import type { AuditHook } from '../audit/audit.ts';
import { type AccountTokens, createAccountTokens } from './account-token.ts';
import { isLetter, isNotice, toLink, toMailText } from './mail-content.ts';

/** What accounts send by e-mail: what is in the outbox, notices of security events, and the sender. */
export interface AccountMail extends AsyncDisposable {
  readonly outbox: Outbox;
  /** Adds a notice for each event that an owner is notified of. */
  readonly notify: AuditHook;
}

export interface AccountMailDeps extends Omit<SenderDeps, 'compose'> {
  readonly publicUrl: string;
  /** Composes the e-mails of other parts of the cloud, by their kinds. */
  readonly composers?: Readonly<Record<string, Compose>> | undefined;
}

/** Adds a notice to the outbox for each event that an owner is notified of. */
export const createNotify =
  (outbox: Outbox): AuditHook =>
  async (db, { act, accountId, address, facts = {} }) => {
    // A bridge that is paired is not an app of somebody else.
    if (accountId === undefined || !isNotice(act) || facts.clientId === uplink.clientId) return;
    await outbox.add(db, { kind: act, accountId, facts: { ...facts, address } });
  };

const readAppName = async (db: Db, clientId: string): Promise<string> => {
  const app = await db.selectFrom('app').select('name').where('client_id', '=', clientId).executeTakeFirst();
  return app?.name ?? clientId;
};

interface ComposeDeps {
  readonly store: Store;
  readonly tokens: AccountTokens;
  readonly publicUrl: string;
  readonly composers: Readonly<Record<string, Compose>>;
}

/** Composes e-mails. A link gets a secret of its own at each attempt, so the outbox stores none. */
const createCompose =
  ({ store: { db }, tokens, publicUrl: cloud, composers }: ComposeDeps): Compose =>
  async (row) => {
    const { kind, account_id: id, email_key: key, facts: json, created_at: at } = row;
    if (Object.hasOwn(composers, kind)) return composers[kind]!(row);
    const account =
      id === null ? await findAccountRow(db, 'email_key', key ?? '') : await findAccountRow(db, 'id', id);
    if (account === undefined) return undefined;
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

/** Starts to send what accounts have to tell their owners. */
export const startAccountMail = ({ publicUrl, composers = {}, ...deps }: AccountMailDeps): AccountMail => {
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
};
