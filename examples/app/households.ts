import type { CloudMessage, CloudTokens } from '@plenum/client';
import { type House, openHouse } from './house.ts';
import type { Live } from './live.ts';
import { toComponentMarkup, toMessageMarkup } from './page.ts';
import type { TokenFile } from './token-file.ts';
import type { Visitor, Visitors } from './visitors.ts';

/** Whose house is whose: the tokens they are opened with, and who is told of what arrives. */
export interface Households {
  /** Gives a visitor the house their tokens open. */
  connect(visitor: Visitor, tokens: CloudTokens): Promise<void>;
  /** Forgets a visitor and their house. */
  remove(visitor: Visitor): void;
  /** Takes a message that was found genuine to the houses it is about. */
  deliver(id: string, message: CloudMessage): Promise<void>;
}

export interface HouseholdDeps {
  readonly cloud: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly visitors: Visitors;
  readonly tokenFile: TokenFile;
  readonly live: Live;
  readonly now: () => number;
}

/** Those who connected before the app was started again have their house at once. */
export const createHouseholds = (parts: HouseholdDeps): Households => {
  const { cloud, clientId, clientSecret, visitors, tokenFile, live, now } = parts;
  const app = { clientId, ...(clientSecret !== undefined && { clientSecret }) };

  const open = ({ key }: Visitor, tokens: CloudTokens): House =>
    openHouse({ cloud, app, tokens, now, storeTokens: (kept) => tokenFile.set(key, kept) });

  const deliverTo = async ({ key }: Visitor, house: House, [id, message]: [string, CloudMessage]) => {
    const arrival = await house.receive(id, message);
    if (arrival === undefined) return;
    // Rooms may have come or gone, or the whole house: that is another page.
    if (arrival.kind === 'Sync') return live.send(key, 'other-page', {});
    const ids = arrival.changes.map(({ componentId }) => componentId);
    const changed = house.components().filter(({ componentId }) => ids.includes(componentId));
    live.send(key, 'arrival', {
      list: arrival.isReadings ? 'readings' : 'arrivals',
      arrival: toMessageMarkup(arrival).markup,
      components: changed.flatMap((one) => toComponentMarkup(one) ?? []),
    });
  };

  for (const [key, tokens] of tokenFile.entries()) {
    const visitor = visitors.restore(key);
    visitor.house = open(visitor, tokens);
    visitor.house.refresh().catch(console.error);
  }

  return {
    connect: async (visitor, tokens) => {
      tokenFile.set(visitor.key, tokens);
      visitor.house = open(visitor, tokens);
      await visitor.house.refresh();
    },
    remove: (visitor) => {
      tokenFile.set(visitor.key, undefined);
      visitors.remove(visitor);
    },
    deliver: async (id, message) => {
      const all = visitors
        .all()
        .flatMap((visitor) => (visitor.house ? [[visitor, visitor.house] as const] : []));
      await Promise.all(all.map(([visitor, house]) => deliverTo(visitor, house, [id, message])));
    },
  };
};
