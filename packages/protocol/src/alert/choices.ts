import { check } from '../check/check.ts';
import { bool, list, minutes, record, setpoint, text, word } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';

/** The target range of a room's temperature, and the time for which the temperature may be outside that range. */
const alertRange = record('range', {
  low: setpoint('the lowest temperature', { min: 500, max: 3500, step: 50, example: 1600 }),
  high: setpoint('the highest temperature', { min: 500, max: 3500, step: 50, example: 2800 }),
  minutes: minutes('time that a room may stay outside the range', {
    min: 10,
    max: 1_440,
    step: 5,
    example: 60,
  }),
});

/** The alerts that an owner chose to receive as push notifications. */
export const alertChoices = record(
  'choices',
  {
    fault: bool('faults of units, sensors, dampers, wires and meters'),
    filter: bool('an air filter that is due for cleaning'),
    battery: bool('low batteries of sensors and meters'),
    offline: bool('a bridge that its cloud cannot reach; a bridge ignores this choice'),
    range: alertRange,
  },
  { optional: ['range'] },
);
export type AlertChoices = Value<typeof alertChoices>;

/**
 * The language and units in which a device shows push notifications. The server stores them because a service worker
 * cannot read the page's settings.
 */
export const alertReader = record('reader', {
  language: text('the language of the page', {
    pattern: '^[a-z]{2,3}$',
    expected: 'two or three lower-case letters',
    example: 'en',
  }),
  scale: word('degrees Celsius or Fahrenheit', ['C', 'F']),
});
export type AlertReader = Value<typeof alertReader>;

const key = (description: string, characters: number, example: string) =>
  text(description, {
    pattern: `^[A-Za-z0-9_-]{${characters}}=*$`,
    expected: `${characters} characters of base64url`,
    example,
  });

/** A subscription of a browser with its push service (W3C Push API, `PushSubscription.toJSON`; RFC 8291, 2.1). */
export const pushTarget = record('target', {
  endpoint: text('the address where the push service accepts messages', {
    example: 'https://push.example.org/device/1',
  }),
  keys: record('keys', {
    p256dh: key(
      'the public key of the browser',
      87,
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: key('the authentication secret of the browser', 22, 'BTBZMqHH6r4Tts7J_aSIgg'),
  }),
});
export type PushTarget = Value<typeof pushTarget>;

/** The body that a browser sends to subscribe to push notifications. */
export const alertSubscription = record('subscription', {
  target: pushTarget,
  choices: alertChoices,
  reader: alertReader,
});
export type AlertSubscription = Value<typeof alertSubscription>;

/** The alerts chosen for one house, which replace the alerts chosen for all houses. */
const houseAlertChoices = record('house', {
  systemId: text('the 9-digit id of its bridge', {
    pattern: '^[0-9]{9}$',
    expected: '9 digits',
    example: '000000001',
  }),
  choices: alertChoices,
});
export type HouseAlertChoices = Value<typeof houseAlertChoices>;

/** Maximum number of houses of one account whose alerts a browser can receive. */
export const maxAlertHouses = 100;

const houses = list('the houses with their own choices', houseAlertChoices, { max: maxAlertHouses });

/** The body that a browser sends to a cloud to subscribe. Without `houses`, the choices for houses are not changed. */
export const accountAlertSubscription = record(
  'subscription',
  { ...alertSubscription.properties, houses },
  { optional: ['houses'] },
);
export type AccountAlertSubscription = Value<typeof accountAlertSubscription>;

/** The choices of a browser at a cloud; empty if it is not subscribed. */
export const accountAlertChoices = record(
  'the choices of a browser',
  { choices: alertChoices, houses },
  { optional: ['choices', 'houses'] },
);

/** The endpoint address with which a browser identifies its own subscription. */
export const alertSubscriptionRef = record('subscription', {
  endpoint: text('the address where the push service accepts messages', {
    example: 'https://push.example.org/device/1',
  }),
});

/** Confirms the subscription of a browser, with the current language and units of its reader. */
export const alertRenewal = record('renewal', {
  endpoint: text('the address where the push service accepts messages', {
    example: 'https://push.example.org/device/1',
  }),
  reader: alertReader,
});
export type AlertRenewal = Value<typeof alertRenewal>;

const checkRange = ({ range }: AlertChoices, path: readonly string[]): Result<undefined> => {
  if (range === undefined || range.low < range.high) return ok(undefined);
  const facts = { what: 'lowest-temperature', reason: 'highest-not-above' } as const;
  return refuse('unusable-word', { path: [...path, 'range', 'low'], input: range.low / 100, facts });
};

/** Checks an untrusted subscription: its values, and that the range has its limits in the right order. */
export function checkAlertSubscription(input: unknown): Result<AlertSubscription> {
  const checked = check(alertSubscription, input, ['subscription']);
  if (!checked.ok) return checked;
  const range = checkRange(checked.value.choices, ['subscription', 'choices']);
  return range.ok ? checked : range;
}

/** Checks an untrusted subscription to a cloud, and that each house occurs only once. */
export function checkAccountAlertSubscription(input: unknown): Result<AccountAlertSubscription> {
  const checked = check(accountAlertSubscription, input, ['subscription']);
  if (!checked.ok) return checked;
  const { choices, houses: own = [] } = checked.value;
  const range = checkRange(choices, ['subscription', 'choices']);
  if (!range.ok) return range;
  for (const [place, house] of own.entries()) {
    const path = ['subscription', 'houses', String(place)];
    const ofHouse = checkRange(house.choices, [...path, 'choices']);
    if (!ofHouse.ok) return ofHouse;
    if (own.findIndex(({ systemId }) => systemId === house.systemId) === place) continue;
    const facts = { what: 'house', reason: 'twice' } as const;
    return refuse('unusable-word', { path: [...path, 'systemId'], input: house.systemId, facts });
  }
  return checked;
}

/** Checks an untrusted reference to a subscription. */
export const checkAlertSubscriptionRef = (input: unknown): Result<Value<typeof alertSubscriptionRef>> =>
  check(alertSubscriptionRef, input, ['subscription']);

/** Checks an untrusted renewal. */
export const checkAlertRenewal = (input: unknown): Result<AlertRenewal> =>
  check(alertRenewal, input, ['renewal']);
