import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Finding, toListenFailure } from '@plenum/platform';
import { cloudFailures } from '../../kernel/failure/failure.ts';
import { toPublicUrl } from '../../kernel/http/public-url.ts';
import { checkDevelopment } from '../../start/climate-cloud.ts';
import { readProxyRange } from '../../start/host.ts';
import type { CloudToCheck } from './cloud-to-check.ts';
import { createFindings } from './findings.ts';

/** Checks the options that need no other server: addresses, proxies and development mode. */
export async function* checkOptions(config: CloudToCheck): AsyncGenerator<Finding> {
  const { publicUrl, otherUrls = [], trustedProxies = [], development = false } = config;
  if (publicUrl !== undefined) yield judgeUrls('public URL', [publicUrl], 'Browsers and apps use');
  if (otherUrls.length > 0) yield judgeUrls('bridge URL', otherUrls, 'Bridges may also use');
  if (trustedProxies.length > 0) yield judgeProxies(trustedProxies);
  if (development) yield judgeDevelopment(config);
  const { httpHost: host = '127.0.0.1', httpPort, adminPort } = config;
  if (httpPort !== undefined) yield await checkPort('port', { host, port: httpPort });
  if (adminPort !== undefined) yield await checkPort('admin port', { host, port: adminPort });
}

const judgeUrls = (subject: string, urls: readonly string[], use: string): Finding => {
  const { ok, failed } = createFindings(subject);
  try {
    return ok(`${use} ${urls.map(toPublicUrl).join(', ')}.`);
  } catch (error) {
    return failed(error);
  }
};

const judgeProxies = (ranges: readonly string[]): Finding => {
  const { ok, failed } = createFindings('proxies');
  try {
    return ok(`X-Forwarded-For is trusted from ${ranges.map(readProxyRange).join(', ')}.`);
  } catch (error) {
    return failed(error);
  }
};

const judgeDevelopment = (config: CloudToCheck): Finding => {
  const { note, failed } = createFindings('development');
  try {
    checkDevelopment(config);
    return note('Anybody who can reach this machine can sign in to the demo account.');
  } catch (error) {
    return failed(error);
  }
};

/** Listens at an address for a moment. A port in use is only a note, because the node to be replaced may use it. */
const checkPort = async (
  subject: string,
  where: { readonly host: string; readonly port: number },
): Promise<Finding> => {
  const { ok, note, failed } = createFindings(subject);
  const server = createServer().listen(where);
  try {
    await once(server, 'listening');
    return ok(`This user can listen on TCP port ${where.port} of ${where.host}.`);
  } catch (error) {
    const failure = toListenFailure(error, { protocol: 'TCP', ...where }, cloudFailures.error);
    return cloudFailures.is(failure, 'port-taken')
      ? note(`${failure.message} If a node that is replaced uses it, all is well.`)
      : failed(failure);
  } finally {
    server.close();
  }
};
