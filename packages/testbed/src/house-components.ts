import { type ComponentKind, withoutClock } from '@plenum/protocol/component';
import { cloudKinds } from '@plenum/protocol/uplink';

export interface HouseComponent {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly datagram: object;
}

/** Reads the components of a house that a cloud has too, from its bridge on the local network. */
export async function readHouseComponents(url: string): Promise<HouseComponent[]> {
  const stop = new AbortController();
  const answer = await fetch(`${url}/events`, { signal: stop.signal });
  let text = '';
  for await (const piece of answer.body!) {
    text += Buffer.from(piece).toString('utf8');
    if (text.includes('\n\n')) break;
  }
  stop.abort();
  const data = /^data: (.*)$/m.exec(text)![1]!;
  const known = new Set<string>(cloudKinds);
  return (JSON.parse(data) as { components: HouseComponent[] }).components.filter(({ kind }) =>
    known.has(kind),
  );
}

/** Returns the datagrams by kind and index, without the members that show the time of the house. */
export const withoutClocks = (components: readonly HouseComponent[]): ReadonlyMap<string, object> =>
  new Map(components.map(({ kind, index, datagram }) => [`${kind} ${index}`, withoutClock(kind, datagram)]));
