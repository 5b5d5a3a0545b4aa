import { createTestClock, systemClock, type TestClock } from '@plenum/platform';
import { assistantsPath } from '../api/assistants/routes.ts';
import type { TestClockOf } from '../api/development-mode/clock-routes.ts';
import type { Development } from '../api/development-mode/development.ts';
import { cloudFailures } from '../kernel/failure/failure.ts';
import { isOwnMachine, toOwnUrl } from '../kernel/http/public-url.ts';
import type { ClimateCloudConfig } from './cloud-config.ts';
import { type RunningHost, startHost } from './host.ts';
import { createModules } from './modules.ts';
import { createRoutes } from './routes.ts';

/** A running cloud with all of its modules. */
export interface ClimateCloud extends RunningHost {
  /** URL for assistants, or `undefined` if there is no handler for them. */
  readonly assistants: string | undefined;
  /** Development mode, or `undefined` if it is off. */
  readonly development: Development | undefined;
  /** The test clock of a single node in development mode, or `undefined` if the cloud keeps real time. */
  readonly testClock: TestClock | undefined;
}

/** Throws before anything is opened if other machines could reach a cloud in development mode. */
export function checkDevelopment({
  development,
  httpHost = '127.0.0.1',
  httpPort = 8090,
}: Pick<ClimateCloudConfig, 'development' | 'httpHost' | 'httpPort'>): void {
  if (!development) return;
  const isAnyAddress = httpHost === '0.0.0.0' || httpHost === '::';
  if (isAnyAddress || !isOwnMachine(toOwnUrl(httpHost, httpPort)))
    throw cloudFailures.error('demo-in-public', { url: `http://${httpHost}` });
}

/** Creates the test clock of a single node in development mode. Nodes would have to share one. */
const createTestClockOf = ({ development, nats, clock = systemClock }: ClimateCloudConfig): TestClockOf => {
  if (!development) return 'clock-not-development';
  return nats === undefined ? createTestClock(clock) : 'clock-of-several-nodes';
};

/**
 * Starts a whole cloud, or one node of it: accounts, authorization, bridges, requests and events. Throws one of
 * `cloudFailures` if that is not possible.
 */
export async function startClimateCloud(config: ClimateCloudConfig): Promise<ClimateCloud> {
  checkDevelopment(config);
  const testClock = createTestClockOf(config);
  const clock = typeof testClock === 'string' ? config.clock : testClock;
  return startHost({ ...config, clock }, async (host) => {
    const modules = await createModules(config, host);
    await host.app.register(createRoutes(config, host.deps, { ...modules, testClock }));
    const assistants = config.assistants && `${host.deps.publicUrl}${assistantsPath}`;
    return {
      assistants,
      development: modules.development,
      testClock: typeof testClock === 'string' ? undefined : testClock,
    };
  });
}
