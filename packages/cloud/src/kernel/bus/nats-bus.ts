import {
  connect,
  type Msg,
  type NatsConnection,
  NoRespondersError,
  RequestError,
} from '@nats-io/transport-node';
import { cloudFailures } from '../failure/failure.ts';
import type { Log } from '../log/log.ts';
import type { Bus, BusAnswer } from './bus.ts';
import { handleMessage } from './handle-message.ts';

/** A server's address without its credentials. */
const labelOf = (url: string): string =>
  URL.parse(url.includes('://') ? url : `nats://${url}`)?.host ?? 'of that URL';

const open = async (url: string, name: string): Promise<NatsConnection> => {
  const servers = url.split(',').map((one) => one.trim());
  try {
    return await connect({
      servers,
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      pingInterval: 10_000,
      maxPingOut: 2,
    });
  } catch (error) {
    const server = servers.map(labelOf).join(', ');
    throw cloudFailures.error('bus-unreachable', { server, why: (error as Error).message }, error);
  }
};

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

/** The bus of a cloud of many processes: a NATS server, or several separated by commas. It reconnects by itself. */
export const openNatsBus = async (url: string, { name, log }: { name: string; log: Log }): Promise<Bus> => {
  const connection = await open(url, name);
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
