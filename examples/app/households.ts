import type { CloudMessage, CloudTokens } from '@plenum/client';
import { type House, openHouse } from './house.ts';
import type { Live } from './live.ts';
import { toComponentMarkup, toMessageMarkup } from './page.ts';
import type { TokenFile } from './token-file.ts';
import type { Visitor, Visitors } from './visitors.ts';

/** The houses of the visitors: their tokens, and the pages to update when messages arrive. */
export interface Households {
  /** Connects a visitor to the house to which these tokens give access. */
  connect(visitor: Visitor, tokens: CloudTokens): Promise<void>;
  remove(visitor: Visitor): void;
  /** Passes a verified message to the houses that it concerns. */
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

/** Restores the connected houses after a restart. */
export function createHouseholds(deps: HouseholdDeps): Households {
  const { cloud, clientId, clientSecret, visitors, tokenFile, live, now } = deps;
  const app = { clientId, ...(clientSecret !== undefined && { clientSecret }) };

  const open = ({ key }: Visitor, tokens: CloudTokens): House =>
    openHouse({ cloud, app, tokens, now, storeTokens: (renewed) => tokenFile.set(key, renewed) });

  const deliverTo = async ({ key }: Visitor, house: House, [id, message]: [string, CloudMessage]) => {
    const arrival = await house.receive(id, message);
    if (arrival === undefined) return;
    // Rooms may have been added or removed, so the page is reloaded.
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
}
