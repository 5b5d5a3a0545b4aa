import type { RecordOf } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import { readBridges, renameBridge } from '../../fleet/bridge/store.ts';
import { readUnits } from '../../fleet/component/read.ts';
import type { Uplinks } from '../../fleet/uplink/uplinks.ts';
import type { Authorization } from '../../identity/oauth/authorization.ts';
import type { Store } from '../../kernel/database/store.ts';
import { invisible } from '../../kernel/http/invisible.ts';
import { textOf } from '../../kernel/http/text-of.ts';
import { type Answered, done, type Guard, no, tell } from './guard.ts';

export interface OwnerRoutesDeps {
  readonly guard: Guard;
  readonly store: Store;
  readonly authorization: Pick<Authorization, 'links'>;
  readonly uplinks: Pick<Uplinks, 'readPresence' | 'release'>;
}

const longestName = 60;
export const noBridge = no(404, 'no-such-bridge', 'You have no such bridge.');
const noLink = no(404, 'no-such-app', 'You have allowed no such app.');
const badName = no(400, 'name-malformed', `A bridge has a name of 1 to ${longestName} characters.`);

const orElse = (isDone: boolean, otherwise: Answered) => (isDone ? done : otherwise);

/** What an owner sees and does: bridges, and the apps that may use them. */
export const createOwnerRoutes =
  ({ guard, store, authorization: { links }, uplinks }: OwnerRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    app.get(
      '/console/bridges',
      guard.read(async ({ accountId }) => {
        const bridges = await readBridges(store.db, accountId);
        const units = new Map((await readUnits(store.db, accountId)).map((unit) => [unit.systemId, unit]));
        const isPresent = await uplinks.readPresence(accountId);
        const shown = bridges.map(({ systemId, name, pairedAt, lastSeen }): RecordOf<'Bridge'> => {
          const unit = units.get(systemId);
          return {
            systemId,
            name,
            pairedAt,
            lastSeen,
            isPresent: isPresent(systemId),
            ...(unit !== undefined && { unit: JSON.parse(unit.datagram) }),
          };
        });
        return tell('bridges', shown);
      }),
    );
    app.post(
      '/console/bridges/:systemId/name',
      guard.change(async (asked) => {
        const { accountId, params } = asked;
        const name = textOf(asked, 'name').trim();
        if (name === '' || [...name].length > longestName || invisible.test(name)) return badName;
        return orElse(
          await renameBridge(store.db, { accountId, systemId: params.systemId!, name }),
          noBridge,
        );
      }),
    );
    app.post(
      '/console/bridges/:systemId/release',
      guard.change(async (asked) => {
        const released = await store.transaction('full', (tx) =>
          uplinks.release(tx, asked, asked.params.systemId!),
        );
        return orElse(released, noBridge);
      }),
    );
    app.get(
      '/console/links',
      guard.read(async ({ accountId }) => {
        const apps = await links.listApps(accountId);
        return tell(
          'links',
          apps.map(({ clientId, name }) => ({ clientId, name })),
        );
      }),
    );
    app.post(
      '/console/links/:clientId/remove',
      guard.change(async ({ accountId, address, params }) =>
        orElse(await links.unlink({ accountId, clientId: params.clientId! }, address), noLink),
      ),
    );
  };
