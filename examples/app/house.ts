import { type CloudApp, CloudError, type CloudMessage, type CloudTokens, connectCloud } from '@plenum/client';
import type { CloudComponent } from '@plenum/protocol/cloud';
import { type ChangedField, type Datagram, inOrder, listChanges, nameOf } from './describe.ts';

/** What an app was told of one component. */
export interface ComponentChange {
  readonly componentId: string;
  readonly name: string;
  readonly fields: readonly ChangedField[];
}

/** A message that came to the event endpoint, as far as it is about this house. */
export interface ReceivedMessage {
  readonly id: string;
  readonly kind: 'Sync' | 'Event';
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly changes: readonly ComponentChange[];
  /** Whether it tells of nothing but readings. */
  readonly isReadings: boolean;
  /** What came, for whoever wants to see it. */
  readonly message: object;
}

/** `revoked`: its owner took the permission back, and nothing opens any more. */
export type LinkStatus = 'unknown' | 'linked' | 'revoked';

/** The house of one user, as this app sees it. */
export interface House {
  linkStatus(): LinkStatus;
  /** Why nothing is known yet, in a sentence. */
  problem(): string | undefined;
  tokens(): CloudTokens;
  components(): readonly CloudComponent[];
  /** Latest first. */
  messages(): readonly ReceivedMessage[];
  /** Changes with each message: a page that has another one missed something. */
  version(): string;
  /** Asks the cloud for everything again. */
  refresh(): Promise<void>;
  /** Takes a message; gives what of it is about this house, if anything is. */
  receive(id: string, message: CloudMessage): Promise<ReceivedMessage | undefined>;
}

export interface HouseDeps {
  readonly cloud: string;
  readonly app: CloudApp;
  readonly tokens: CloudTokens;
  /** Keeps tokens that were renewed, before they are used; undefined when they are worth nothing any more. */
  readonly storeTokens: (tokens: CloudTokens | undefined) => void;
  readonly now: () => number;
}

/** How many messages are remembered, and how many of those that only tell of readings. */
export const maxMessages = { arrivals: 40, quiet: 3 } as const;

/** The latest, and of the quiet ones the very latest: a change somebody made stays to be seen. */
const keepLatest = (arrivals: readonly ReceivedMessage[]): readonly ReceivedMessage[] => {
  const quiet = arrivals.filter(({ isReadings: isQuiet }) => isQuiet).slice(0, maxMessages.quiet);
  return arrivals.filter((one) => !one.isReadings || quiet.includes(one)).slice(0, maxMessages.arrivals);
};

const isQuiet = (news: readonly ComponentChange[]): boolean =>
  news.every(({ fields: changes }) => changes.every(({ isReading }) => isReading));

export const openHouse = ({ cloud, app, tokens: given, storeTokens: keep, now }: HouseDeps): House => {
  let tokens = given;
  let linkStatus: LinkStatus = 'unknown';
  let trouble: string | undefined;
  let userId: string | undefined;
  let components = new Map<string, CloudComponent>();
  let arrivals: readonly ReceivedMessage[] = [];
  const born = now();
  let count = 0;
  const client = connectCloud({
    url: cloud,
    app,
    tokens,
    onTokens: (renewed) => {
      tokens = renewed;
      keep(renewed);
    },
  });

  const refresh = async () => {
    try {
      const found = await client.discover();
      userId = found.userId;
      components = new Map(inOrder(found.components).map((one) => [one.componentId, one]));
      linkStatus = 'linked';
      trouble = undefined;
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      trouble = error.message;
      if (error.code !== 'signed-out') return;
      linkStatus = 'revoked';
      components.clear();
      keep(undefined);
    }
  };

  const note = (arrival: Omit<ReceivedMessage, 'at'>): ReceivedMessage => {
    const noted = { ...arrival, at: now() };
    arrivals = keepLatest([noted, ...arrivals]);
    count += 1;
    return noted;
  };

  /** Each component of an Event is whole: it takes the place of what was known. */
  const replace = (one: CloudComponent): ComponentChange => {
    const { componentId } = one;
    const datagram = one.datagram as Datagram;
    const before = components.get(componentId)?.datagram as Datagram | undefined;
    components.set(componentId, one);
    return {
      componentId,
      name: nameOf(componentId, datagram),
      fields: listChanges(componentId, before, datagram),
    };
  };

  return {
    linkStatus: () => linkStatus,
    problem: () => trouble,
    tokens: () => tokens,
    components: () => [...components.values()],
    messages: () => arrivals,
    version: () => `${born}.${count}`,
    refresh,
    receive: async (id, message) => {
      if (message.requestType === 'Sync') {
        if (message.userId !== userId) return undefined;
        await refresh();
        return note({ id, kind: 'Sync', changes: [], isReadings: false, message });
      }
      // Of several users' houses in one message only this one's is shown here; one that is new to us comes with a Sync.
      const ours = message.requestBody.devices.filter(({ componentId }) => components.has(componentId));
      if (ours.length === 0) return undefined;
      const shown = { ...message, requestBody: { devices: ours } };
      const news = ours.map(replace);
      return note({ id, kind: 'Event', changes: news, isReadings: isQuiet(news), message: shown });
    },
  };
};
