/** The commands with unique names that a house has executed. */
export interface HouseEvents {
  /** Returns how often each was executed, by its name. */
  read(): Promise<ReadonlyMap<string, number>>;
  /** Stores what was read last, so that later reads ask only for later events. Call it while the house is idle. */
  keep(): void;
}

interface EventsAnswer {
  readonly events: readonly { readonly what: string; readonly body?: unknown }[];
  readonly isCut: boolean;
}

const maxWait = 10_000;

/** Reads the commands of a house from its history, through the bridge at `url`. */
export function createHouseEvents(url: string): HouseEvents {
  let kept = { until: 0, counts: new Map<string, number>() };
  let last = kept;
  const ask = async <Answer>(path: string): Promise<Answer> =>
    (await fetch(`${url}${path}`, { signal: AbortSignal.timeout(maxWait) })).json() as Promise<Answer>;
  return {
    read: async () => {
      const { clock } = await ask<{ clock: { at: number } }>('/simulation');
      const until = clock.at + 1;
      const { events, isCut } = await ask<EventsAnswer>(`/history/events?from=${kept.until}&to=${until}`);
      if (isCut) throw new Error(`${url} has executed more commands than one response contains`);
      const counts = new Map(kept.counts);
      for (const { what, body } of events) {
        const { Name } = ((what === 'command' && body) || {}) as { readonly Name?: string };
        if (Name !== undefined) counts.set(Name, (counts.get(Name) ?? 0) + 1);
      }
      last = { until, counts };
      return counts;
    },
    keep: () => {
      kept = last;
    },
  };
}
