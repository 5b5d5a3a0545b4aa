import { type CloudApp, CloudError, type CloudMessage, type CloudTokens, connectCloud } from '@plenum/client';
import type { CloudComponent } from '@plenum/protocol/cloud';
import { type ChangedField, type Datagram, inOrder, listChanges, nameOf } from './describe.ts';

/** The changes to one component. */
export interface ComponentChange {
  readonly componentId: string;
  readonly name: string;
  readonly fields: readonly ChangedField[];
}

/** The part of a message to the event endpoint that concerns this house. */
export interface ReceivedMessage {
  readonly id: string;
  readonly kind: 'Sync' | 'Event';
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly changes: readonly ComponentChange[];
  /** True if only measurements changed. */
  readonly isReadings: boolean;
  /** The message for display. */
  readonly message: object;
}

/** `revoked`: the owner withdrew the permission, and the tokens are invalid. */
export type LinkStatus = 'unknown' | 'linked' | 'revoked';

/** The house of one user. */
export interface House {
  linkStatus(): LinkStatus;
  /** Returns the reason why the house could not be read, as one sentence. */
  problem(): string | undefined;
  tokens(): CloudTokens;
  components(): readonly CloudComponent[];
  /** Returns the messages, newest first. */
  messages(): readonly ReceivedMessage[];
  /**
   * Returns the current version. It changes with each message, so a page that shows another version has missed a
   * message.
   */
  version(): string;
  /** Reads all components from the cloud again. */
  refresh(): Promise<void>;
  /** Processes a message; returns the part that concerns this house, if any. */
  receive(id: string, message: CloudMessage): Promise<ReceivedMessage | undefined>;
}

export interface HouseDeps {
  readonly cloud: string;
  readonly app: CloudApp;
  readonly tokens: CloudTokens;
  /** Stores renewed tokens before they are used; `undefined` if they have become invalid. */
  readonly storeTokens: (tokens: CloudTokens | undefined) => void;
  readonly now: () => number;
}

/** Maximum number of stored messages, and of stored messages that contain only measurements. */
export const maxMessages = { all: 40, readings: 3 } as const;

/** Keeps the newest messages, but only a few with measurements alone, so that a person's change stays visible. */
const keepLatest = (arrivals: readonly ReceivedMessage[]): readonly ReceivedMessage[] => {
  const quiet = arrivals.filter(({ isReadings: isQuiet }) => isQuiet).slice(0, maxMessages.readings);
  return arrivals.filter((one) => !one.isReadings || quiet.includes(one)).slice(0, maxMessages.all);
};

const isQuiet = (news: readonly ComponentChange[]): boolean =>
  news.every(({ fields: changes }) => changes.every(({ isReading }) => isReading));

export function openHouse({ cloud, app, tokens: given, storeTokens: keep, now }: HouseDeps): House {
  let tokens = given;
  let linkStatus: LinkStatus = 'unknown';
  let trouble: string | undefined;
  let userId: string | undefined;
  let components = new Map<string, CloudComponent>();
  let arrivals: readonly ReceivedMessage[] = [];
  const startedAt = now();
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

  const record = (arrival: Omit<ReceivedMessage, 'at'>): ReceivedMessage => {
    const recorded = { ...arrival, at: now() };
    arrivals = keepLatest([recorded, ...arrivals]);
    count += 1;
    return recorded;
  };

  /** Each component of an Event is complete, so it replaces the previous one. */
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
    version: () => `${startedAt}.${count}`,
    refresh,
    receive: async (id, message) => {
      if (message.requestType === 'Sync') {
        if (message.userId !== userId) return undefined;
        await refresh();
        return record({ id, kind: 'Sync', changes: [], isReadings: false, message });
      }
      // A message can concern several houses. A Sync announces a new component.
      const ours = message.requestBody.devices.filter(({ componentId }) => components.has(componentId));
      if (ours.length === 0) return undefined;
      const shown = { ...message, requestBody: { devices: ours } };
      const news = ours.map(replace);
      return record({ id, kind: 'Event', changes: news, isReadings: isQuiet(news), message: shown });
    },
  };
}
