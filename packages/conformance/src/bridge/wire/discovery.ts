import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type Clock, delay } from '@plenum/platform/clock';
import { type Discovered, discoveryRequest, readDiscoveryAnswer } from '@plenum/protocol/discovery';

/** One answer to discovery, as it arrived. */
export interface DiscoveryAnswer {
  readonly text: string;
  readonly address: string;
  readonly port: number;
  readonly found: Discovered | undefined;
}

/** What a bridge answered over UDP. */
export interface DiscoveryEvidence {
  /** To `IASD`. */
  readonly answers: readonly DiscoveryAnswer[];
  /** To `IASD` and a NUL behind it, as one client sends it (wire facts 6). */
  readonly padded: readonly DiscoveryAnswer[];
  /** To one text that is no request and one that is. */
  readonly withOther: readonly DiscoveryAnswer[];
}

export interface DiscoveryProbe {
  /** Whether it is answered now. */
  isAnswered(): Promise<boolean>;
  observe(): Promise<DiscoveryEvidence>;
}

/** Milliseconds in which a bridge answers, and the requests sent in it, since a datagram may be lost. */
const answerTime = 2_000;
const rounds = 2;

const toAnswer = (bytes: Buffer, address: string, port: number): DiscoveryAnswer => ({
  text: bytes.toString('latin1'),
  address,
  port,
  found: readDiscoveryAnswer(bytes),
});

/** Opens a socket that asks one bridge directly (interface 4.1). */
export const openDiscoveryProbe = async (
  host: string,
  port: number,
  clock: Clock,
): Promise<DiscoveryProbe> => {
  const { address } = await lookup(host, { family: 4 }).catch(() => ({ address: host }));

  const bind = async (): Promise<Socket> => {
    const socket = createSocket('udp4').bind(0);
    await once(socket, 'listening');
    return socket.on('error', () => {});
  };

  /** Sends texts from a socket of their own; ends with the first answer, or after some time without one. */
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
};
