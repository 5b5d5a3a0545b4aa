import type { ListenedMessage, ListenResult } from '@plenum/protocol/cloud';
import { toPlainText } from '@plenum/protocol/text';
import { toTimeOfDay } from '../format/change.ts';

interface SentMessage {
  readonly requestType?: string;
  readonly userId?: string;
  readonly requestBody?: { readonly devices?: readonly { readonly componentId?: string }[] };
}

/** Returns what a message is about: `Event 123456789_hvac_zone_1 and 2 more`, `Sync USER`, or `Event` for a test. */
export function toSubject(body: string): string {
  let message: SentMessage;
  try {
    message = JSON.parse(body) as SentMessage;
  } catch {
    return 'message';
  }
  const { requestType = 'message', userId = '', requestBody } = message;
  const [first, ...others] = (requestBody?.devices ?? []).map(({ componentId }) => componentId);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return toPlainText(`${requestType} ${first ?? userId}${more}`.trimEnd());
}

const toResult = (result: ListenResult): string => {
  if ('status' in result) return `${result.status} in ${result.latency} ms`;
  return result.problem === 'too-slow' ? 'no response in 15 s' : `no response (${result.detail})`;
};

/** Returns the line of a message: its time, subject, local response and id. */
export const toMessageLine = ({ headers, body }: ListenedMessage, result: ListenResult, now: Date): string =>
  [toTimeOfDay(now), toSubject(body), '→', toResult(result), headers['webhook-id'] ?? ''].join('  ');
