import type { RecordOf, Right } from '@plenum/protocol/console';
import type { DeviceAnswer } from '@plenum/protocol/extension';
import { toHouseTitle } from '../../reading/house/house-title.ts';
import { formatAgo, formatDateTime } from '../../reading/time/ago.ts';
import { t } from '../../text/text.ts';

export type AccountBridge = RecordOf<'Bridge'>;

/** Returns the values for a text about a guest's rights. `until` is `never` if the rights do not expire. */
export const toTermsFacts = ({
  access,
  until,
}: {
  readonly access: Right;
  readonly until?: number | undefined;
}) => ({ access, until: until === undefined ? 'never' : formatDateTime(until) });

export const toTitle = ({ name, unit }: AccountBridge): string => toHouseTitle(name, unit?.Tag1);

/**
 * Returns the connection state of a bridge: a key for its style, and a label. `device` is the state of the real bridge
 * behind it, if it has one and it is known.
 */
export function toPresence(
  { isPresent, lastSeen }: AccountBridge,
  now: number,
  device?: DeviceAnswer,
): { readonly is: 'live' | 'lost' | 'silent' | 'connecting'; readonly label: string } {
  if (isPresent && device?.state === 'silent')
    return { is: 'silent', label: t('bridge.deviceSilent', { ago: formatAgo(device.answeredAt, now) }) };
  if (isPresent) return { is: 'live', label: t('bridge.connected') };
  if (isPresent === undefined) return { is: 'connecting', label: t('bridge.unknown') };
  if (lastSeen === undefined) return { is: 'connecting', label: t('bridge.never') };
  return { is: 'lost', label: t('bridge.offline', { ago: formatAgo(lastSeen, now) }) };
}

/** Returns the URL of a house on this cloud. */
export const toHouseUrl = ({ systemId }: Pick<AccountBridge, 'systemId'>): string =>
  `house?id=${encodeURIComponent(systemId)}`;
