import { type Announcement, toDiscoveryAnswer } from '@plenum/protocol/discovery';
import type { Quirks } from '@plenum/protocol/quirks';

/** A documentation address (RFC 5737), at which no host responds. */
const elsewhere = '192.0.2.1';

/** The number of fields in the discovery response of old bridges (wire facts 6). */
const oldFields = 3;

/** Removes the tokens of the air conditioner, which follow the three fields that every bridge has. */
const withoutAc = (answer: string): string =>
  answer
    .split(',')
    .map((field, at) => (at === oldFields || at === oldFields + 1 ? 'X' : field))
    .join(',');

/** Returns the discovery response of a bridge with these quirks. */
export function toQuirkyAnnouncement(announcement: Announcement, quirks: Quirks): string {
  const { address } = announcement;
  const text = toDiscoveryAnswer({
    ...announcement,
    address: quirks['changed-address'] ? elsewhere : address,
  });
  if (quirks['v1-only']) {
    const fields = text.split(',');
    return [...fields.slice(0, oldFields), ...fields.filter((field) => field.startsWith('Port_'))].join(',');
  }
  return quirks['lost-ac'] ? withoutAc(text) : text;
}
