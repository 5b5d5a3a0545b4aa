import { toErrorFacts } from '../log/error-facts.ts';
import type { Log } from '../log/log.ts';
import type { BusHandler } from './bus.ts';

/** Passes a message to its handler, and the reply, if any, to `answer`. A failure is logged and no reply is sent. */
export async function handleMessage(
  handler: BusHandler,
  message: unknown,
  { log, subject, answer }: { log: Log; subject: string; answer: (reply: unknown) => void },
): Promise<void> {
  try {
    const reply = await handler(message);
    if (reply !== undefined) answer(reply);
  } catch (error) {
    log.error({ err: toErrorFacts(error), subject }, 'a message from another node could not be handled');
  }
}
