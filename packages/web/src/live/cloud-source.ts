import { type ConsoleRefusal, toConsolePath } from '@plenum/client/console';
import { houseWrites } from '@plenum/protocol/console';
import { type Degrees, readRefusal } from '@plenum/protocol/refusal';
import { type ConsoleSession, refusalByBridge } from '../session/session.ts';
import { describeRefusal } from '../text/refusal-text.ts';
import { t } from '../text/text.ts';
import type { RequestError } from './server-client.ts';
import type { Source } from './source.ts';

/** The paths that a bridge serves through its cloud. */
const recordedPath = /^\/(healthz|history|energy|explain|favourites|groups|time-zone)(\/|$)/;

export interface CloudSourceDeps {
  readonly session: ConsoleSession;
  readonly fetch: typeof globalThis.fetch;
  readonly degrees: () => Degrees;
}

/**
 * Returns the error for a refusal: translated if the refusal contains data, otherwise with the sentence of the cloud.
 */
const toError = ({ sentence, byBridge }: ConsoleRefusal, degrees: Degrees): RequestError => {
  const refusal = readRefusal(byBridge);
  return refusal === undefined
    ? { sentence }
    : { sentence: describeRefusal(refusal, degrees), code: refusal.code };
};

/**
 * Creates the source of a house that is reached through the cloud that served the page, for the signed-in account. All
 * commands are sent to one path. There is no simulation. History, energy, exceptions of favourites, groups of rooms and
 * the time zone are requests to the bridge, which also stores their changes.
 */
export function createCloudSource(systemId: string, { session, fetch, degrees }: CloudSourceDeps): Source {
  const target = { parameters: { systemId } };
  return {
    name: t('live.theCloud'),
    events: toConsolePath('houseEvents', target),
    transport: 'cloud',
    client: {
      fetch,
      headers: () => ({}),
      get: async (path) => {
        const [name = '', query = ''] = path.split('?', 2);
        if (!recordedPath.test(name)) return undefined;
        const reading = session.get('readHouse', { ...target, query: { path: name, query } });
        return reading.catch((error: unknown) => {
          const byBridge = refusalByBridge(error);
          throw byBridge === undefined ? error : new Error(toError(byBridge, degrees()).sentence);
        });
      },
      post: async (path, value) => {
        const body = value as Readonly<Record<string, unknown>>;
        const answer = houseWrites.has(path)
          ? await session.post('writeHouse', { ...target, body: { path, body } })
          : await session.post('commandHouse', { ...target, body });
        return answer.ok ? undefined : toError(answer.refusal, degrees());
      },
    },
  };
}
