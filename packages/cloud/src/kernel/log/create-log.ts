import type { LogLevel } from '@plenum/platform/quiet-log';
import { type DestinationStream, pino } from 'pino';
import type { Log } from './log.ts';

const secrets = [
  'authorization',
  'cookie',
  'set-cookie',
  'code',
  'user_code',
  'device_code',
  'code_verifier',
  'token',
  'access_token',
  'refresh_token',
  'accessToken',
  'id_token',
  'client_secret',
  'secret',
  'password',
];

/**
 * Paths at which secret members occur: in the facts themselves or in parts of a request. `err.code` is not a secret and
 * stays.
 */
const places = ['', 'headers', 'query', 'body', 'request.headers', 'request.query', 'request.body'];

const redacted = places.flatMap((place) =>
  secrets.map((secret) => {
    const member = /^\w+$/.test(secret) ? secret : `["${secret}"]`;
    if (place === '') return member;
    return member.startsWith('[') ? `${place}${member}` : `${place}.${member}`;
  }),
);

interface LogConfig {
  /** Lines below this level are left out. */
  readonly level?: LogLevel;
  /** Members of every line, such as the name of the node. */
  readonly base?: object;
}

/** Creates a log with one JSON object per line. Credentials, codes and tokens are redacted wherever they occur. */
export function createLog(
  destination: DestinationStream,
  { level = 'info', base = {} }: LogConfig = {},
): Log {
  return pino({ level, base, redact: { paths: redacted, censor: '(redacted)' } }, destination);
}
