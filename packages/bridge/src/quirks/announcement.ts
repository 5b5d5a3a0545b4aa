import { type Announcement, toDiscoveryAnswer } from '@plenum/protocol/discovery';
import type { Quirks } from '@plenum/protocol/quirks';

/** An address of documentation (RFC 5737), at which nothing answers. */
const elsewhere = '192.0.2.1';

/** The fields that old bridges answer (wire facts 6). */
const oldFields = 3;

/** The tokens of the air conditioner, behind the three fields that every bridge has. */
const withoutAc = (answer: string): string =>
  answer
    .split(',')
    .map((field, at) => (at === oldFields || at === oldFields + 1 ? 'X' : field))
    .join(',');

/** The answer of a bridge with these quirks to discovery. */
export const toQuirkyAnnouncement = (announcement: Announcement, quirks: Quirks): string => {
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
};
