import { fileURLToPath } from 'node:url';
import {
  type ChannelOptions,
  type Client,
  type ClientReadableStream,
  credentials,
  loadPackageDefinition,
  type Metadata,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const proto = fileURLToPath(new URL('../../../contracts/cloud.proto', import.meta.url));

type Message = Record<string, unknown>;
type Unary = (request: Message, done: (error: ServiceError | null, answer: Message) => void) => void;

interface Watching {
  /** Resolves to the next message; throws the status with which the stream ended. */
  next(): Promise<Message>;
  /** Stops and restarts reading. */
  readonly stream: ClientReadableStream<Message>;
  cancel(): void;
}

const watching = (stream: ClientReadableStream<Message>): Watching => {
  const iterator = stream[Symbol.asyncIterator]();
  return {
    stream,
    next: async () => {
      const { value, done } = await iterator.next();
      if (done) throw new Error('the stream ended');
      return value;
    },
    cancel: () => stream.cancel(),
  };
};

/**
 * Creates a client with the gRPC library for the contract in the repository. Uses TLS if it gets a certificate
 * authority to trust.
 */
export function createGrpcClient(port: number, options: ChannelOptions = {}, ca?: string) {
  // The library cannot declare the services of a file that it reads only now.
  const loaded = loadPackageDefinition(loadSync(proto, { keepCase: true, defaults: true })) as unknown as {
    plenum: {
      cloud: { v1: { ClimateCloud: new (address: string, security: unknown, options: object) => Client } };
    };
  };
  const client = new loaded.plenum.cloud.v1.ClimateCloud(
    // Node 26 refuses an IP address as the server name of TLS.
    `${ca === undefined ? '127.0.0.1' : 'localhost'}:${port}`,
    ca === undefined ? credentials.createInsecure() : credentials.createSsl(Buffer.from(ca)),
    options,
  ) as Client &
    Record<'Discover' | 'Query' | 'Control', Unary> & {
      Watch: (request: Message) => ClientReadableStream<Message>;
    };
  const call = (name: 'Discover' | 'Query' | 'Control') => (request: Message) =>
    new Promise<Message>((resolve, reject) => {
      client[name](request, (error, answer) => (error === null ? resolve(answer) : reject(error)));
    });
  return {
    discover: call('Discover'),
    query: call('Query'),
    control: call('Control'),
    watch: (request: Message) => watching(client.Watch(request)),
    [Symbol.dispose]: () => client.close(),
  };
}

/** Returns the status with which a call ended. */
export async function statusOf(
  call: Promise<unknown>,
): Promise<{ code: number; details: string; metadata: Metadata }> {
  try {
    await call;
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('the call was not refused');
}
