import type { RecordOf } from '@plenum/protocol/console';
import { formatAgo } from '../../reading/ago.ts';
import { toHouseTitle } from '../../reading/house-title.ts';

/** A bridge as `GET /console/bridges` tells it. */
export type Bridge = RecordOf<'Bridge'>;

/** What the house of a bridge is called. */
export const toTitle = ({ name, unit }: Bridge): string => toHouseTitle(name, unit?.Tag1);

/** How a bridge stands to the cloud: a word for the look of it, and one for the reader. */
export const toPresence = (
  { isPresent, lastSeen }: Bridge,
  now: number,
): { readonly is: 'live' | 'lost' | 'connecting'; readonly label: string } => {
  if (isPresent) return { is: 'live', label: 'Connected' };
  if (isPresent === undefined) return { is: 'connecting', label: 'Status unknown' };
  if (lastSeen === undefined) return { is: 'connecting', label: 'Never connected' };
  return { is: 'lost', label: `Offline, last seen ${formatAgo(lastSeen, now)}` };
};

/** Where a house is seen through this cloud. */
export const toHouse = ({ systemId }: Pick<Bridge, 'systemId'>): string =>
  `house?id=${encodeURIComponent(systemId)}`;
