import type { Availability } from '@plenum/protocol/command';
import type { HouseClient } from './house-client.ts';

/** Where a page has its house from: the bridge itself, or a cloud the bridge is connected to. */
export interface Source {
  /** Who answers, in a sentence. */
  readonly name: 'The bridge' | 'The cloud';
  readonly client: HouseClient;
  /** The path of the live stream. */
  readonly events: string;
  /** The way a command goes; one that may not be given this way is not offered (interface 4.4, "Availability"). */
  readonly transport: Availability;
  /** Whether what the house did is kept there. */
  readonly hasHistory: boolean;
}

/** The bridge the page came from. */
export const createBridgeSource = (client: HouseClient): Source => ({
  name: 'The bridge',
  client,
  events: '/events',
  transport: 'local',
  hasHistory: true,
});
