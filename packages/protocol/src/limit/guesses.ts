import { type FailureLimit, type Limits, minute, retryLater, second } from './limit.ts';

const turnPause = second;
const turnUsable = 10 * minute;
const longestTurnWait = 5 * minute;

/**
 * Limits that slow down guessing without locking the owner out. They count failures for an account from one browser in
 * which it was used before (`browser`), for an account from one address (`pair`), for an address (`place`), and for an
 * account from all addresses and browsers in which its owner never signed in. The last one slows both an attacker with
 * many addresses and an owner at a new address. The owner gets a turn that cannot be overtaken (`signInTurn`). Wrong
 * codes after the right password have separate counters (`code...`), so that an attacker who has the password cannot
 * keep the owner from using it. The counter of the account has no turns, and its waits make a six-digit code impossible
 * to guess. It does not count recovery codes, so an owner at a new address can sign in with one meanwhile. The audit log
 * stores these names.
 */
export const guesses = {
  browser: {
    free: 5,
    maxWait: 15 * minute,
    of: 'wrong passwords',
    per: 'account and known browser',
    beyond: retryLater,
  },
  pair: {
    free: 5,
    maxWait: 15 * minute,
    of: 'wrong passwords',
    per: 'account and address',
    beyond: retryLater,
  },
  place: { free: 30, maxWait: 15 * minute, of: 'wrong passwords', per: 'address', beyond: retryLater },
  account: {
    free: 100,
    maxWait: 30 * second,
    of: 'wrong passwords from new addresses',
    per: 'account',
    beyond: `${retryLater}, and a turn in the queue`,
  },
  codeBrowser: {
    free: 4,
    maxWait: 15 * minute,
    of: 'wrong codes',
    per: 'account and known browser',
    beyond: retryLater,
  },
  codePair: {
    free: 4,
    maxWait: 15 * minute,
    of: 'wrong codes',
    per: 'account and address',
    beyond: retryLater,
  },
  codeAccount: {
    free: 10,
    maxWait: 60 * minute,
    of: 'wrong codes from new addresses',
    per: 'account',
    beyond: retryLater,
  },
  signUp: { free: 20, maxWait: 15 * minute, of: 'accounts created', per: 'address', beyond: retryLater },
  taken: {
    free: 5,
    maxWait: 15 * minute,
    of: 'attempts to create an account with a taken e-mail address',
    per: 'address',
    beyond: retryLater,
  },
  userCode: {
    free: 40,
    maxWait: 15 * minute,
    of: 'device codes entered',
    per: 'address',
    beyond: retryLater,
  },
  // Even at the longest wait, the link of the previous e-mail still works (`tokenLifetimes`), so an attacker cannot
  // lock the owner out.
  emailTo: {
    free: 3,
    maxWait: 30 * minute,
    of: 'e-mails requested',
    per: 'e-mail address',
    beyond: retryLater,
  },
  emailFrom: { free: 20, maxWait: 15 * minute, of: 'e-mails requested', per: 'address', beyond: retryLater },
  emailBy: {
    free: 20,
    maxWait: 15 * minute,
    of: 'e-mails requested for others',
    per: 'account',
    beyond: retryLater,
  },
} as const satisfies Readonly<Record<string, FailureLimit>>;

/**
 * Turns of people waiting for `guesses.account`: at least `leastPause` apart, each valid for `usable` (decisions/019).
 */
export const turns = {
  signInTurn: {
    maxPerKey: 1,
    maxWait: longestTurnWait,
    leastPause: turnPause,
    usable: turnUsable,
    of: `turns to sign in from a new address, valid for ${turnUsable / minute} min`,
    per: 'account and address',
    beyond: `with more than ${longestTurnWait / turnPause} waiting, turns are ${turnPause / second} s apart`,
  },
} as const satisfies Limits;
