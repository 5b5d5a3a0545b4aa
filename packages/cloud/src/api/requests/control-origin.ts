import type { Clock } from '@plenum/platform';
import type { ControlOrigin } from '../../fleet/controls/bridge-requests.ts';
import type { Db } from '../../kernel/database/store.ts';
import type { Caller } from './shape.ts';

/** Time for which a name is cached, in ms; apps and accounts are rarely renamed. */
const keptFor = 60_000;
const maxKept = 10_000;

/** Returns the origin of a control for the history of the bridge: the names of the app and of the account. */
type ReadOrigin = (caller: Caller) => Promise<ControlOrigin>;

/** Shortens a name to one line of at most 200 characters, as frames require. */
const toLine = (name: string) => name.replace(/\s+/g, ' ').slice(0, 200);

export function createOriginReader(db: Db, { now }: Pick<Clock, 'now'>): ReadOrigin {
  const kept = new Map<string, { readonly at: number; readonly origin: ControlOrigin }>();
  const read = async ({ accountId, clientId }: Caller): Promise<ControlOrigin> => {
    const [app, account] = await Promise.all([
      db.selectFrom('app').select('name').where('client_id', '=', clientId).executeTakeFirst(),
      db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirst(),
    ]);
    return { ...(app && { app: toLine(app.name) }), ...(account && { account: account.email }) };
  };
  return async (caller) => {
    const name = `${caller.accountId} ${caller.clientId}`;
    const known = kept.get(name);
    const at = now();
    // An entry from the future is not used. Otherwise, after the clock was set back, the entry would be used until that
    // time.
    if (known !== undefined && known.at <= at && at - known.at < keptFor) return known.origin;
    const origin = await read(caller);
    if (kept.size >= maxKept) kept.clear();
    kept.set(name, { at, origin });
    return origin;
  };
}
