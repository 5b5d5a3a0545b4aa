import { reasonText } from '../refusal/reasons.ts';
import {
  type RefusalEntry,
  type RefusalFacts,
  type RefusalOf,
  refusalTable,
} from '../refusal/refusal-table.ts';
import { urlRefusals } from '../refusal/url-refusals.ts';
import type { Access } from './access.ts';

/** Returns a duration as text: `5 seconds`, `1 minute`, `12 minutes`. */
const duration = (seconds: number): string => {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** Sentences about why a password is easy to guess, by the fact `weakness`. */
const passwordWeaknesses: Readonly<Record<string, (facts: RefusalFacts) => string>> = {
  'few-characters': ({ least }) => `it has fewer than ${least} different characters`,
  common: () => 'it is a common password, or a common word with a few characters added',
  repeated: () => 'it is one part, repeated',
  row: () => 'its characters follow one another',
};

/** Sentences about an invalid app, by the fact `reason`. */
const appReasons: Readonly<Record<string, (facts: RefusalFacts) => string>> = {
  name: ({ most }) => `The name of an app must have 1 to ${most} visible characters.`,
  count: ({ most }) => `You have ${most} apps; remove one first.`,
  uris: ({ most }) => `An app can have at most ${most} redirect URIs; remove one first.`,
  registered: () => 'The app already has this redirect URI.',
  last: () => 'An app must have at least one redirect URI; add another one first.',
  uri: () => 'The redirect URI is not a URI. Enter one like https://example.org/callback.',
  fragment: () => 'A redirect URI cannot have a fragment (#...).',
  wildcard: () => 'A redirect URI must be one address, without wildcards.',
  credentials: () => 'A redirect URI cannot have a user name or password.',
  host: () => 'The host of a redirect URI may have only letters, digits, dots and hyphens.',
  scheme: () =>
    'A redirect URI must begin with https://, http:// to this machine (127.0.0.1, ::1, localhost), or your own scheme, such as com.example.app:.',
};

/** Sentences about an invalid delivery filter, by the fact `member`. */
const filterReasons: Readonly<Record<string, (facts: RefusalFacts) => string>> = {
  result: () => 'The result must be delivered, failed or no-response.',
  kind: () => 'The kind must be component, sync or test.',
  status: () => 'The status must be a number such as 404, or a class such as 5xx.',
  component: () => 'The component must be the kind of a component, such as zone or unit.',
  index: () => 'The index must be a number from 0 to 999.',
  attribute: () => 'The attribute must be the name of a member, such as Setpoint.',
  answer: ({ most }) => `The text of the answer can have at most ${most} characters.`,
  search: ({ most }) => `A search can have at most ${most} characters.`,
  from: () => 'The earliest time must be in milliseconds since 1970-01-01 UTC.',
  to: () => 'The latest time must be in milliseconds since 1970-01-01 UTC.',
};

/** The permission that a guest lacks, by the access that is needed. */
const missing: Readonly<Record<Exclude<Access, 'view'>, string>> = {
  control: 'You can view this house, but not control it.',
  manage: 'Only the owner of this house, and guests who may manage it, can do that.',
  owner: 'Only the owner of this house can do that.',
};

/** Explanations of features that are unavailable through the cloud if the bridge has an old release. */
const cannot = {
  read: 'The software of this bridge is too old to send its history through the cloud. When you are at home, open the bridge’s own page to see it.',
  write:
    'The software of this bridge is too old to change this through the cloud. When you are at home, use the bridge’s own page.',
};

/**
 * A refusal of a command that was sent through the console. The cloud returns the refusal as one of the results in
 * interface 7.
 */
const result = (status: RefusalEntry['status']): RefusalEntry => ({
  status,
  sentence: ({ facts }) => `${facts.detail}`,
});

/** Each refusal of the console API: its HTTP status, and its sentence for the reader of the page. */
export const consoleRefusals = {
  // The account.
  'not-signed-in': { status: 401, sentence: () => 'Sign in first.' },
  'form-stale': {
    status: 403,
    sentence: () => 'This form is out of date or came from another site; reload the page and try again.',
  },
  'body-malformed': { status: 400, sentence: ({ facts }) => `The body is not valid. ${facts.why}` },
  'email-malformed': {
    status: 400,
    sentence: () => 'That is not an e-mail address. Enter one like name@example.org.',
  },
  'email-reserved': {
    status: 400,
    sentence: () => 'Only test users have addresses of this domain. Enter another e-mail address.',
  },
  'email-taken': {
    status: 409,
    sentence: () => 'An account with this e-mail address already exists; sign in instead.',
  },
  'password-short': {
    status: 400,
    sentence: ({ facts }) =>
      `A password must have at least ${facts.least} characters; this one has ${facts.given}. A few words in a row are easy to remember.`,
  },
  'password-long': {
    status: 400,
    sentence: ({ facts }) => `A password can have at most ${facts.most} bytes; this one is longer.`,
  },
  'password-is-email': {
    status: 400,
    sentence: () => 'The password is your e-mail address, which anyone would try first. Choose another one.',
  },
  'password-weak': {
    status: 400,
    sentence: ({ facts }) =>
      `This password is easy to guess: ${passwordWeaknesses[String(facts.weakness)]!(facts)}. Use a few words in a row that do not belong together.`,
  },
  'credentials-wrong': { status: 401, sentence: () => 'The e-mail address or the password is wrong.' },
  'password-wrong': { status: 403, sentence: () => 'That is not your current password.' },
  'too-many-guesses': {
    status: 429,
    sentence: ({ facts }) => `Too many attempts; try again in ${duration(Number(facts.seconds))}.`,
  },
  'too-many-requests': {
    status: 429,
    sentence: ({ facts }) =>
      `${facts.of === 'address' ? 'This network address' : 'This account'} may make ${facts.rate} requests a second; nothing was done. Try again in ${facts.seconds} s.`,
  },

  'second-step-required': {
    status: 401,
    sentence: () => 'Enter the code from your authenticator app, or a recovery code.',
  },
  'second-step-wrong': {
    status: 403,
    sentence: () => 'This code is wrong, has expired, or has been used. Enter the one that is shown now.',
  },
  'second-step-stale': {
    status: 401,
    sentence: () => 'That took too long. Enter your e-mail address and password again.',
  },
  'codes-on': { status: 409, sentence: () => 'An authenticator app is set up already; remove it first.' },
  'codes-off': { status: 409, sentence: () => 'No authenticator app is set up.' },
  'passkey-unusable': {
    status: 403,
    sentence: () =>
      'This passkey cannot be used here, or that took too long. Try again, or use your password.',
  },
  'passkey-name-malformed': {
    status: 400,
    sentence: ({ facts }) => `The name of a passkey must have 1 to ${facts.most} visible characters.`,
  },
  'notification-malformed': { status: 400, sentence: ({ facts }) => `${facts.why}` },
  'too-many-browsers': {
    status: 409,
    sentence: ({ facts }) =>
      `This account already sends push notifications to ${facts.most} browsers, its maximum; switch one off first.`,
  },
  'not-notified': { status: 409, sentence: () => 'This browser does not get push notifications.' },
  'push-failed': {
    status: 409,
    sentence: ({ facts }) =>
      `This browser’s push service did not accept the notification: ${reasonText(facts)}.`,
  },
  'too-many-passkeys': {
    status: 409,
    sentence: ({ facts }) =>
      `You have ${facts.most} passkeys, the most an account can have; remove one first.`,
  },
  'no-such-passkey': { status: 404, sentence: () => 'You have no such passkey.' },
  'too-many-exports': {
    status: 429,
    sentence: ({ facts }) =>
      `You exported your data ${facts.most} times in a short time. Try again in ${duration(Number(facts.seconds))}.`,
  },
  'no-email': { status: 404, sentence: () => 'This cloud does not send e-mail.' },
  'link-expired': {
    status: 410,
    sentence: () => 'This link has expired or has been used. Ask for a new one.',
  },

  // Bridges and houses.
  'no-such-bridge': { status: 404, sentence: () => 'You have no such bridge.' },
  'access-missing': {
    status: 403,
    sentence: ({ facts }) => missing[facts.needed as keyof typeof missing],
  },
  'until-malformed': {
    status: 400,
    sentence: () => 'The end of access must be in the future, within the next ten years.',
  },
  'until-later-than-own': {
    status: 403,
    sentence: () => 'Your own access ends before that; choose an earlier end.',
  },
  'invited-already': {
    status: 409,
    sentence: () => 'This address already has access to the house or an invitation.',
  },
  'guest-already': { status: 409, sentence: () => 'You already have access to this house.' },
  'owner-stays': { status: 409, sentence: () => 'This house is yours; release it instead.' },
  'too-many-members': {
    status: 409,
    sentence: ({ facts }) =>
      `A house can have at most ${facts.most} guests and invitations; remove one first.`,
  },
  'too-many-invitations': {
    status: 409,
    sentence: ({ facts }) =>
      `You have ${facts.most} invitations that nobody has accepted yet; withdraw one first.`,
  },
  'too-many-houses': {
    status: 409,
    sentence: ({ facts }) => `You are a guest in ${facts.most} houses, the most allowed; leave one first.`,
  },
  'no-such-member': { status: 404, sentence: () => 'This house has no such guest or invitation.' },
  'no-such-invitation': {
    status: 404,
    sentence: () =>
      'This invitation is not valid. It may have been used or withdrawn, or it may have expired.',
  },
  'name-malformed': {
    status: 400,
    sentence: ({ facts }) => `The name of a bridge must have 1 to ${facts.most} characters.`,
  },
  'code-unknown': {
    status: 404,
    sentence: () =>
      'No bridge is waiting with this code. Compare it letter by letter with what your bridge shows.',
  },
  'code-expired': { status: 410, sentence: () => 'This code has expired. Your bridge shows a new one.' },
  'code-used': {
    status: 409,
    sentence: () => 'This code has already been used. If your bridge is still waiting, it shows a new one.',
  },
  'too-many-streams': {
    status: 429,
    sentence: ({ facts }) => `This account already has ${facts.most} house pages open; close one first.`,
  },
  'too-many-commands': {
    status: 429,
    sentence: ({ facts }) =>
      `This account may send ${facts.rate} commands a second; nothing was done. Try again in ${facts.seconds} s.`,
  },
  'too-many-reads': {
    status: 429,
    sentence: ({ facts }) =>
      `This account may read from its bridges ${facts.rate} times a second. Try again in ${facts.seconds} s.`,
  },
  'bridge-cannot': {
    status: 501,
    sentence: ({ facts }) => cannot[facts.asked as keyof typeof cannot],
  },
  InvalidRequest: result(400),
  InvalidUser: result(401),
  UserNotAllowed: result(403),
  Error: result(({ facts }) => Number(facts.status)),

  // Apps and their endpoints.
  'no-such-app': { status: 404, sentence: () => 'You have no such app.' },
  'app-malformed': {
    status: 400,
    sentence: ({ facts }) => appReasons[String(facts.reason)]!(facts),
  },
  'app-not-chosen': {
    status: 400,
    sentence: () => 'Choose the app whose events are to be received.',
  },
  'no-such-listener': { status: 404, sentence: () => 'The app has no such listener.' },
  'no-such-endpoint': { status: 404, sentence: () => 'The app has no such endpoint.' },
  'no-such-delivery': {
    status: 404,
    sentence: () => 'This attempt is not in the log, or is no longer in it.',
  },
  'filter-malformed': {
    status: 400,
    sentence: ({ facts }) => filterReasons[String(facts.member)]!(facts),
  },
  'too-many-resends': {
    status: 429,
    sentence: ({ facts }) =>
      `This account may make ${facts.most} requests to resend many messages, and then one every ${facts.pause} s; nothing was sent. Try again in ${facts.seconds} s.`,
  },
  'resend-running': {
    status: 409,
    sentence: () => 'Changes are already being sent to this endpoint again. Wait for the end, or cancel it.',
  },
  'no-resend-running': { status: 409, sentence: () => 'No changes are being sent to this endpoint again.' },
  'too-many-resend-jobs': {
    status: 409,
    sentence: ({ facts }) =>
      `This account already sends changes to ${facts.most} endpoints again, the most at a time. Wait for one to end, or cancel it.`,
  },
  'no-such-component': {
    status: 404,
    sentence: () => 'No house that this app can see has this component.',
  },
  'event-types-malformed': {
    status: 400,
    sentence: () => 'Choose at least one event type: component, sync or both, each once.',
  },
  'endpoint-disabled': { status: 409, sentence: () => 'The endpoint is disabled; enable it first.' },
  'too-many-endpoints': {
    status: 409,
    sentence: ({ facts }) =>
      `The app already has ${facts.most} endpoints, the most it can have; delete one first.`,
  },
  ...urlRefusals,

  // Test users and their houses.
  'no-sandbox': { status: 404, sentence: () => 'This cloud has no test users.' },
  'no-such-test-user': {
    status: 404,
    sentence: ({ facts }) => `You have no test user with the id ${facts.testUserId}.`,
  },
  'no-such-test-house': {
    status: 404,
    sentence: ({ facts }) => `None of your test users has the house ${facts.systemId}.`,
  },
  'test-user-malformed': {
    status: 400,
    sentence: ({ facts }) => `The name of a test user must have 1 to ${facts.most} visible characters.`,
  },
  'too-many-test-users': {
    status: 409,
    sentence: ({ facts }) => `You have ${facts.most} test users; delete one first.`,
  },
  'house-malformed': {
    status: 400,
    sentence: ({ facts }) => `The cloud cannot simulate this house: ${facts.why}`,
  },
  'too-many-test-houses': {
    status: 409,
    sentence: ({ facts }) => `Your test users have ${facts.most} houses; delete one first.`,
  },
  'test-houses-too-fast': {
    status: 409,
    sentence: ({ facts }) =>
      `The houses of your test users together may run at most ${facts.most} times as fast as real time; slow one down first.`,
  },
  'node-houses-too-fast': {
    status: 503,
    sentence: ({ facts }) =>
      `All houses of test users on this server together may run at most ${facts.most} times as fast as real time. Choose a lower speed, or try again later.`,
  },
  'too-many-test-steps': {
    status: 429,
    sentence: ({ facts }) =>
      `The clocks of your test users’ houses have been stepped too far; nothing was done. Try again in ${facts.seconds} s.`,
  },
  'no-test-keys': { status: 409, sentence: () => 'The app has no test keys yet; create them first.' },
  'scope-malformed': {
    status: 400,
    sentence: ({ facts }) => `The scopes must be among ${facts.scopes}, and include query-control.`,
  },

  // Development mode.
  'no-clock': { status: 404, sentence: () => 'There is no simulated house to speed up.' },
  'other-site': { status: 403, sentence: () => 'That request was sent by another site.' },
  'pace-malformed': { status: 400, sentence: ({ facts }) => `The pace must be one of ${facts.paces}.` },
  'clock-not-development': {
    status: 404,
    sentence: () =>
      'This cloud keeps real time. Only a cloud in development mode (--development) has a test clock.',
  },
  'clock-of-several-nodes': {
    status: 409,
    sentence: () =>
      'The nodes of a cloud keep real time. Start a single node without NATS to have a test clock.',
  },
  'clock-malformed': {
    status: 400,
    sentence: () =>
      'Give set (ms since 1970 UTC), step (such as 75h, 2d or 90s) or scale; not both set and step.',
  },
  'clock-too-far': {
    status: 400,
    sentence: ({ facts }) => `The test clock ends on ${facts.until}; choose an earlier instant.`,
  },
  'clock-back': {
    status: 409,
    sentence: ({ facts }) => `The clock cannot go back; it is ${facts.now}. Start another cloud instead.`,
  },
} satisfies Readonly<Record<string, RefusalEntry>>;

export type ConsoleRefusalCode = keyof typeof consoleRefusals;

/** The reason why a request of the console API was refused, as data. */
export type ConsoleRefusal<Code extends ConsoleRefusalCode = ConsoleRefusalCode> = RefusalOf<Code>;

/** The result of a request that was refused. */
export interface Refused<Code extends ConsoleRefusalCode = ConsoleRefusalCode> {
  readonly ok: false;
  readonly refusal: ConsoleRefusal<Code>;
}

/** True if the result of a request is a refusal. */
export const isRefused = (result: unknown): result is Refused =>
  typeof result === 'object' && result !== null && 'refusal' in result;

const table = refusalTable<ConsoleRefusalCode>(consoleRefusals);

/** Refuses a request of the console API. */
export const refuseRequest = table.refuse;

/** The sentence of a refusal, for the reader of the page. */
export const toConsoleSentence = table.toSentence;

/** The HTTP status of a refusal. */
export const toConsoleStatus = table.statusOf;
