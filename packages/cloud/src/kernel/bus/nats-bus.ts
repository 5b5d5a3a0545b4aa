import { createInbox, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { Runtime } from '@plenum/platform';
import type { Log } from '../log/log.ts';
import type { Bus } from './bus.ts';
import { handleMessage } from './handle-message.ts';
import type { MessageRefusal, MessageSignatures } from './message-signature.ts';
import { connectNats, type NatsConfig } from './nats-connection.ts';
import { createPendingReplies, type PendingReplies } from './nats-pending-replies.ts';

interface NatsBusDeps extends Pick<Runtime, 'clock' | 'log'> {
  /** Name of the connection, shown to the operator of NATS. */
  readonly name: string;
  readonly signatures: MessageSignatures;
  /** Called for each ignored message. */
  readonly onRefused: (refusal: MessageRefusal) => void;
}

const header = 'Plenum-Signature';

type Send = (subject: string, message: unknown, reply?: string) => void;

const createSend =
  (connection: NatsConnection, signatures: MessageSignatures): Send =>
  (subject, message, reply = '') => {
    const body = JSON.stringify(message);
    const signed = headers();
    signed.set(header, signatures.sign({ subject, reply, body }));
    connection.publish(subject, body, { headers: signed, ...(reply !== '' && { reply }) });
  };

/** Calls `use` with each message sent by a node of this cloud. The value is undefined if the message had none. */
const createReceive =
  ({ signatures, onRefused }: NatsBusDeps) =>
  (use: (message: unknown, source: Msg) => void) => {
    const subscription = signatures.nextSubscription();
    const read = (source: Msg): { message: unknown } | MessageRefusal => {
      try {
        const [body, reply] = [source.string(), source.reply ?? ''];
        const signature = source.headers?.get(header) || undefined;
        const refusal = signatures.check({ subject: source.subject, reply, body }, signature, subscription);
        return refusal ?? { message: body === '' ? undefined : JSON.parse(body) };
      } catch {
        // No node sends such headers or such a body.
        return 'forged';
      }
    };
    return (error: Error | null, source: Msg) => {
      if (error !== null) return;
      const received = read(source);
      if (typeof received === 'string') onRefused(received);
      else use(received.message, source);
    };
  };

/**
 * True if a message is the server's own report that a request's subject has no subscriber. The server cannot sign it.
 */
const isNoResponders = (source: Msg): boolean => {
  try {
    return source.data.length === 0 && source.headers?.code === 503;
  } catch {
    return false;
  }
};

/** Sends a request over the connection, as described at `Bus.request`. */
const createRequest = (
  connection: NatsConnection,
  deps: NatsBusDeps,
  { send, requests }: { readonly send: Send; readonly requests: PendingReplies },
): Bus['request'] => {
  const inbox = createInbox();
  const partsOf = ({ subject }: Msg) => subject.slice(inbox.length + 1).split('.');
  const settle = createReceive(deps)((message, source) =>
    requests.settle(partsOf(source)[0]!, { is: 'reply', message }),
  );
  connection.subscribe(`${inbox}.>`, {
    callback: (error, source) => {
      if (error !== null) return;
      const [token, proof] = partsOf(source);
      if (proof !== undefined) requests.confirm(token!, proof);
      else if (!isNoResponders(source)) settle(error, source);
      else if (!requests.settleUnreceived(token!)) deps.onRefused('forged');
    },
  });
  return (subject, message, milliseconds) =>
    requests.open(milliseconds, (token, proof) => {
      send(subject, message, `${inbox}.${token}`);
      connection.publish(`${inbox}.${token}.${proof}`);
    });
};

/** Tracks whether the connection is up. `onDown` is called when it breaks. */
const watchStatus = (connection: NatsConnection, log: Log, onDown: () => void): (() => boolean) => {
  let isUp = true;
  const watch = async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        isUp = false;
        onDown();
        log.warn(
          {},
          'The connection to the NATS server was lost; the nodes of the cloud cannot reach each other.',
        );
      } else if (type === 'reconnect') {
        isUp = true;
        log.info({}, 'The connection to the NATS server was restored.');
      }
    }
  };
  void watch();
  return () => isUp && !connection.isClosed();
};

/**
 * Opens the bus of a cloud with many processes, over NATS. It reconnects automatically. Messages are signed, and
 * unsigned or foreign ones are ignored (decisions/020).
 */
export async function openNatsBus(config: NatsConfig, deps: NatsBusDeps): Promise<Bus> {
  const { name, signatures, clock, log } = deps;
  const connection = await connectNats(config, name);
  const requests = createPendingReplies(clock);
  const isUp = watchStatus(connection, log, requests.abandon);
  const send = createSend(connection, signatures);
  const receive = createReceive(deps);
  const request = createRequest(connection, deps, { send, requests });

  return {
    publish: (subject, message) => {
      if (isUp()) send(subject, message);
    },
    subscribe: async (subject, handler, { queue } = {}) => {
      const subscription = connection.subscribe(subject, {
        ...(queue !== undefined && { queue }),
        callback: receive((message, { reply }) => {
          const answer = (given: unknown) => void (reply && isUp() && send(reply, given));
          void handleMessage(handler, message, { log, subject, answer });
        }),
      });
      // The server has the subscription when the flush resolves. If the server is unreachable, it gets the subscription
      // after the reconnect.
      if (isUp()) await connection.flush().catch(() => {});
      // Messages that are already on their way are still received. Otherwise requests among them would get no reply.
      return async () => {
        const drained = subscription.drain().catch(() => {});
        if (isUp()) await drained;
      };
    },
    request: async (...about) => (isUp() ? request(...about) : { is: 'unreachable' }),
    isUp,
    [Symbol.asyncDispose]: async () => {
      requests.abandon();
      await connection.close();
    },
  };
}
