import { type Msg, NoRespondersError, RequestError } from '@nats-io/transport-node';
import type { Log } from '../log/log.ts';
import type { Bus, BusAnswer } from './bus.ts';
import { handleMessage } from './handle-message.ts';
import { connectNats, type NatsConfig } from './nats-connection.ts';

const read = (message: Msg): unknown => {
  const text = message.string();
  return text === '' ? undefined : JSON.parse(text);
};

const toAnswer = (error: unknown): BusAnswer => {
  if (error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders()))
    return { outcome: 'no responders' };
  // No answer in time, or the connection broke: the request may have been received.
  return { outcome: 'timeout' };
};

/** The bus of a cloud of many processes, over NATS. It reconnects by itself. */
export const openNatsBus = async (
  config: NatsConfig,
  { name, log }: { name: string; log: Log },
): Promise<Bus> => {
  const connection = await connectNats(config, name);
  let up = true;
  const watch = async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        up = false;
        log.warn(
          {},
          'The connection to the NATS server broke; the nodes of the cloud cannot reach each other.',
        );
      } else if (type === 'reconnect') {
        up = true;
        log.info({}, 'The connection to the NATS server is back.');
      }
    }
  };
  void watch();
  const isUp = () => up && !connection.isClosed();

  return {
    publish: (subject, message) => {
      if (isUp()) connection.publish(subject, JSON.stringify(message));
    },
    subscribe: async (subject, handler, { queue } = {}) => {
      const subscription = connection.subscribe(subject, {
        ...(queue !== undefined && { queue }),
        callback: (error, message) => {
          if (error !== null) return;
          const answer = (reply: unknown) => void (isUp() && message.respond(JSON.stringify(reply)));
          void handleMessage(() => handler(read(message)), undefined, { log, subject, answer });
        },
      });
      // The server has the subscription when the flush resolves; one that is unreachable gets it after the reconnect.
      if (isUp()) await connection.flush().catch(() => {});
      return () => subscription.unsubscribe();
    },
    request: async (subject, message, milliseconds) => {
      if (!isUp()) return { outcome: 'unreachable' };
      try {
        const timeout = Math.max(1, milliseconds);
        const reply = await connection.request(subject, JSON.stringify(message), { timeout });
        return { outcome: 'reply', message: read(reply) };
      } catch (error) {
        return toAnswer(error);
      }
    },
    isUp,
    [Symbol.asyncDispose]: async () => {
      up = false;
      await connection.close();
    },
  };
};
