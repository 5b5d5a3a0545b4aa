import type { Finding } from '@plenum/platform';
import { isLoopback } from '../../kernel/http/public-url.ts';
import type { CloudToCheck } from './cloud-to-check.ts';
import { createFindings } from './findings.ts';

const { ok, note, problem, failed } = createFindings('NATS');

/** Connects to NATS as a node does, and sends nothing. */
export async function* checkBus({
  nats,
  store,
}: Pick<CloudToCheck, 'nats' | 'store'>): AsyncGenerator<Finding> {
  if (nats === undefined) {
    if ('databaseUrl' in store)
      yield note('No server is given (--nats), so only one node may use this database.');
    return;
  }
  try {
    const config = typeof nats === 'string' ? { url: nats } : nats;
    // Loaded only here, because a cloud with a single node does not need it.
    const { connectNats } = await import('../../kernel/bus/nats-connection.ts');
    const connection = await connectNats(config, 'plenum-cloud check');
    try {
      await connection.flush();
      const { version, headers, tls_required, tls_available } = connection.info!;
      const host = connection.getServer();
      const server = `NATS ${version} at ${host}`;
      if (headers !== true) yield problem(`${server} has no message headers; install NATS 2.2 or later.`);
      else if (tls_required === true || tls_available === true)
        yield ok(`${server} accepts this node, over TLS.`);
      else if (isLoopback(new URL(`nats://${host}`))) yield ok(`${server} accepts this node.`);
      else
        yield note(
          `${server} accepts this node without TLS, so others on the network can read messages; give the server a certificate, and its authority to the nodes (--nats-ca).`,
        );
    } finally {
      await connection.close();
    }
  } catch (error) {
    yield failed(error);
  }
}
