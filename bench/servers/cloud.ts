import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClimateCloudConfig, startClimateCloud } from '@plenum/cloud';
import { serveParent } from '../child.ts';
import { admitFleet } from '../cloud/admit-fleet.ts';

/**
 * The cloud as it ships, in development mode, without a limit of requests. Arguments as JSON: `databaseUrl` for PostgreSQL in
 * place of SQLite, `fleet` for bridges that are paired beforehand with the demo account, `dataDir` to start again on one.
 */
interface Given {
  readonly databaseUrl?: string;
  readonly dataDir?: string;
  readonly httpPort?: number;
  readonly fleet?: { readonly keyId: string; readonly jwk: object; readonly systemIds: readonly string[] };
}

const given = JSON.parse(process.argv[2] ?? '{}') as Given;
const ownFolder = given.dataDir === undefined ? mkdtempSync(join(tmpdir(), 'plenum-bench-')) : undefined;
const store: ClimateCloudConfig['store'] =
  given.databaseUrl === undefined
    ? { dataDir: given.dataDir ?? ownFolder! }
    : { databaseUrl: given.databaseUrl };
const unlimited = { rate: 1e9, burst: 1e9 };
const cloud = await startClimateCloud({
  store,
  httpPort: given.httpPort ?? 0,
  development: true,
  rate: unlimited,
  authorizationRates: { address: unlimited, app: unlimited, begin: unlimited, device: unlimited },
  ...(given.databaseUrl !== undefined && { endpointKey: randomBytes(32).toString('base64') }),
});
if (given.fleet !== undefined) await admitFleet(cloud, given.fleet);
process.on('SIGTERM', async () => {
  await cloud[Symbol.asyncDispose]();
  if (ownFolder !== undefined) rmSync(ownFolder, { recursive: true });
  process.exit(0);
});
serveParent(cloud.http.port);
