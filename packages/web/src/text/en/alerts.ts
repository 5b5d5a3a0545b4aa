import type { Texts } from '../formatter.ts';

export const alerts = {
  title: 'Notifications',
  fault: 'Faults',
  filter: 'Air filter due',
  battery: 'Batteries that run out',
  offline: 'Bridge gone for 15 minutes',
  range: 'Rooms out of range for long',
  house: 'House',
  everyHouse: 'All houses',
  ownChoice: 'A choice of its own for this house',
  low: 'Below',
  high: 'Above',
  howLong: 'For at least',
  minutes: ({ count }: { count: number }, format) =>
    format.plural(count, { one: 'one minute', other: `${count} minutes` }),
  hours: ({ count }: { count: number }, format) =>
    format.plural(count, { one: 'one hour', other: `${count} hours` }),
  start: 'Notify this browser',
  save: 'Save',
  test: 'Send a test',
  end: 'Switch off',
  saved: 'This browser is notified.',
  ended: 'This browser is not notified any more.',
  tested: 'The test is on its way.',
  notAllowed: 'The browser did not allow notifications.',
  denied: 'Notifications are blocked for this page; allow them in the settings of the browser.',
  unsupported: 'This browser offers no notifications, or not in a private window.',
  shareMenu:
    'Add the page to the home screen first (share menu of the browser); an iPhone or iPad notifies only from there.',
  insecure: 'For the same reason there are no notifications here.',
} satisfies Texts;
