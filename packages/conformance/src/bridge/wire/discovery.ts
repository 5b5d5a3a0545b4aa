import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type Clock, delay } from '@plenum/platform/clock';
import { type Discovered, discoveryRequest, readDiscoveryAnswer } from '@plenum/protocol/discovery';

/** One response to discovery, as received. */
export interface DiscoveryAnswer {
  readonly text: string;
  readonly address: string;
  readonly port: number;
  readonly found: Discovered | undefined;
}

/** The responses from a bridge over UDP. */
export interface DiscoveryEvidence {
  /** Answers to `IASD`. */
  readonly answers: readonly DiscoveryAnswer[];
  /** Responses to `IASD` followed by a NUL, as one client sends it (wire facts 6). */
  readonly padded: readonly DiscoveryAnswer[];
  /** Responses to two texts: one that is not a request, and one that is. */
  readonly withOther: readonly DiscoveryAnswer[];
}

interface DiscoveryProbe {
  /** True if the bridge currently responds to discovery. */
  isAnswered(): Promise<boolean>;
  observe(): Promise<DiscoveryEvidence>;
}

/**
 * Time in ms within which a bridge responds, and the number of requests sent in that time, because a datagram may be
 * lost.
 */
const answerTime = 2_000;
const rounds = 2;

const toAnswer = (bytes: Buffer, address: string, port: number): DiscoveryAnswer => ({
  text: bytes.toString('latin1'),
  address,
  port,
  found: readDiscoveryAnswer(bytes),
});

/** Opens a socket that sends discovery requests to one bridge (interface 4.1). */
export async function openDiscoveryProbe(host: string, port: number, clock: Clock): Promise<DiscoveryProbe> {
  const { address } = await lookup(host, { family: 4 }).catch(() => ({ address: host }));

  const bind = async (): Promise<Socket> => {
    const socket = createSocket('udp4').bind(0);
    await once(socket, 'listening');
    return socket.on('error', () => {});
  };

  /** Sends texts from a separate socket; ends with the first response, or after a timeout. */
  const exchange = async (texts: readonly string[]): Promise<readonly DiscoveryAnswer[]> => {
    const socket = await bind();
    const answers: DiscoveryAnswer[] = [];
    const first = Promise.withResolvers<void>();
    socket.on('message', (bytes, from) => {
      answers.push(toAnswer(bytes, from.address, from.port));
      first.resolve();
    });
    for (let round = 0; round < rounds && answers.length === 0; round++) {
      for (const text of texts) socket.send(text, port, address, () => {});
      await Promise.race([first.promise, delay(clock, answerTime / rounds + 1)]);
    }
    socket.close();
    return answers;
  };

  return {
    isAnswered: async () => (await exchange([discoveryRequest])).length > 0,
    observe: async () => {
      const answers = await exchange([discoveryRequest]);
      if (answers.length === 0) return { answers, padded: [], withOther: [] };
      return {
        answers,
        padded: await exchange([`${discoveryRequest}\0`]),
        withOther: await exchange(['IAS', discoveryRequest]),
      };
    },
  };
}
