import { type Limits, minute, retryLater, second } from './limit.ts';

const refusalDelay = second;

/** Requests of apps, pages and browsers. An address is an IPv4 address or a /64 network. */
export const requests = {
  tokenRequests: {
    rate: 50,
    burst: 100,
    of: 'requests (`--rate`, `--burst`)',
    per: 'token',
    beyond: '429 with `Retry-After` and `RateLimit`',
  },
  requestsWithoutToken: {
    rate: 10,
    burst: 200,
    of: 'requests without a valid token',
    per: 'address',
    beyond: `${retryLater}; not for a token that has been valid at this node`,
  },
  /** `delay` is added before each further refusal, because a flood of refusals would keep a node busy. */
  quickRefusals: {
    rate: 10,
    burst: 200,
    delay: refusalDelay,
    of: 'refusals without a delay',
    per: 'token, address',
    beyond: `they are sent ${refusalDelay / second} s later`,
  },
  /** Opening a page takes about a dozen requests. */
  consoleRequests: {
    rate: 20,
    burst: 300,
    of: 'requests to the console except commands',
    per: 'account, address',
    beyond: retryLater,
  },
  /** `time` is the maximum time for reading an export, after which it is cut off. */
  accountExports: {
    rate: 1 / 600,
    burst: 3,
    time: minute,
    of: `exports of an account, read within ${minute / second} s`,
    per: 'account',
    beyond: retryLater,
  },
  listenRequests: {
    rate: 1,
    burst: 60,
    of: 'requests of `plenum listen` and `plenum trigger`',
    per: 'app',
    beyond: retryLater,
  },
  addressTokens: {
    rate: 50,
    burst: 500,
    of: '`/token`, `/introspect`, `/revoke` (`--token-rate`)',
    per: 'address',
    beyond: '429 with `Retry-After` and `RateLimit`',
  },
  appTokens: {
    rate: 50,
    burst: 500,
    of: 'the same paths, with the secret of an app (`--token-rate`)',
    per: 'app',
    beyond: retryLater,
  },
  /** Every user of an app without a secret could make these requests under the app's client id. */
  consentTokens: { rate: 1, burst: 60, of: '`/token` without a secret', per: 'consent', beyond: retryLater },
  /** Each request is stored in the database. */
  authorizations: {
    rate: 2,
    burst: 100,
    of: '`/login` and `/device`',
    per: 'address',
    beyond: 'a page, 429 with `Retry-After`',
  },
  /** Each code is stored, and is one more code that a guess could match. */
  deviceCodes: { rate: 0.1, burst: 30, of: '`/device/authorization`', per: 'address', beyond: retryLater },
  /** No row is stored, but each registration can be shown to an owner. */
  registrations: { rate: 0.1, burst: 30, of: '`/register`', per: 'address', beyond: retryLater },
  /** Clients poll every 5 s, with some tolerance (RFC 8628, 3.5). */
  devicePolls: { rate: 0.25, burst: 5, of: 'polls', per: 'device code', beyond: '`slow_down`' },
} as const satisfies Limits;
