import { randomBytes } from 'node:crypto';
import { startClimateCloud } from '@plenum/cloud';
import { limits } from '@plenum/protocol/cloud';
import { serveParent } from '../child.ts';
import { addAccounts, pairFleet } from '../cloud/pair-fleet.ts';

/**
 * The cloud as shipped, in development mode, without rate limits unless `isLimited`. Its argument is JSON:
 * `databaseUrl` for PostgreSQL instead of SQLite in `dataDir`, `accounts` for other accounts, `fleet` for bridges to pair
 * with the demo account before it starts, `tls` for the files of a certificate. Assistants are served if
 * `hasAssistants`, test users and their houses if `hasTestUsers`.
 */
interface CloudOptions {
  readonly isLimited: boolean;
  readonly accounts?: number;
  readonly databaseUrl?: string;
  readonly dataDir: string;
  readonly httpPort: number;
  readonly fleet?: { readonly keyId: string; readonly jwk: object; readonly systemIds: readonly string[] };
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly hasAssistants?: boolean;
  readonly hasTestUsers?: boolean;
}

const options = JSON.parse(process.argv[2]!) as CloudOptions;
const { isLimited, accounts, databaseUrl, dataDir, httpPort, fleet } = options;
const unlimited = { rate: 1e9, burst: 1e9 };
const authorizationRates = {
  address: unlimited,
  app: unlimited,
  grant: unlimited,
  begin: unlimited,
  device: unlimited,
};
const cloud = await startClimateCloud({
  store: databaseUrl === undefined ? { dataDir } : { databaseUrl },
  httpPort,
  development: true,
  ...(isLimited ? { bridgesPerAccount: limits.bridges.most } : { rate: unlimited, authorizationRates }),
  ...(options.tls && { tls: options.tls }),
  ...(options.hasAssistants && {
    assistants: async () => (await import('@plenum/mcp')).answerAssistant,
  }),
  ...(options.hasTestUsers && { hosting: async () => (await import('@plenum/bridge/hosted')).hosting }),
  ...(databaseUrl !== undefined && { endpointKey: randomBytes(32).toString('base64') }),
});
if (fleet !== undefined) await pairFleet(cloud, fleet);
if (accounts !== undefined) await addAccounts(cloud, accounts);
process.on('SIGTERM', async () => {
  await cloud[Symbol.asyncDispose]();
  process.exit(0);
});
serveParent(cloud.http.port);
