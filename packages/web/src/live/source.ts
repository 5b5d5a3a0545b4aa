import type { Availability } from '@plenum/protocol/definition';
import { t } from '../text/text.ts';
import type { ServerClient } from './server-client.ts';

/** The source of the house: its bridge, or a cloud that the bridge is connected to. */
export interface Source {
  /** The name of the server in sentences. */
  readonly name: string;
  readonly client: ServerClient;
  readonly events: string;
  /**
   * The transport of commands. Commands that are not available on it are not offered (interface 4.4, "Availability").
   */
  readonly transport: Availability;
}

/** Returns the system id in the URL of a cloud's page (`/house?id=123456789`); `undefined` on the page of a bridge. */
export const readHouseId = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): string | undefined =>
  pathname.endsWith('/house') ? (new URLSearchParams(search).get('id') ?? '') : undefined;

/** Creates the source for the bridge that served the page. */
export const createBridgeSource = (client: ServerClient): Source => ({
  name: t('live.theBridge'),
  client,
  events: '/events',
  transport: 'local',
});
