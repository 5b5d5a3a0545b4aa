import { rangeIn } from '@plenum/outbound';
import type { Problem } from '../attempt/types.ts';
import type { Delivery } from './delivery-log.ts';

const problems: Readonly<Record<Problem, (detail: string) => string>> = {
  'address-forbidden': (detail) =>
    `Messages cannot be sent to the address of the endpoint (${rangeIn(detail)}); give one that can be reached from the internet.`,
  'name-unknown': (detail) => `The host name of the endpoint could not be resolved (${detail}).`,
  'not-https': () => 'The URL does not begin with https://.',
  unreachable: (detail) => `The connection to the endpoint failed or was closed (${detail}).`,
  tls: (detail) => `The certificate or the encryption of the endpoint is invalid (${detail}).`,
  'too-slow': (detail) => `The endpoint did not answer within ${detail.replace(/000 ms$/, ' s')}.`,
  stopped: () => 'The cloud was stopped while it was sending the message.',
};

type LoggedAttempt = Pick<Delivery, 'status' | 'problem' | 'detail' | 'verdict'>;

/** Returns a sentence for the developer about why an attempt did not deliver its message, or undefined if it did. */
export function toAttemptSentence({
  status,
  problem,
  detail = '',
  verdict,
}: LoggedAttempt): string | undefined {
  if (verdict === 'delivered') return undefined;
  if (problem !== undefined) return problems[problem](detail);
  if (verdict === 'gone') return 'The endpoint answered 410, "gone", and was disabled.';
  const isRedirect = status !== undefined && status >= 300 && status < 400;
  const advice = isRedirect ? 'redirects are not followed' : 'only 2xx counts as delivered';
  return `The endpoint answered ${status}; ${advice}.`;
}
