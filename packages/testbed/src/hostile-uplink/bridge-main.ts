import { startBridge } from '@plenum/bridge';
import { onFreePorts } from '../free-port.ts';
import { toShippedHouse } from '../house.ts';
import { readArgument } from './child.ts';

const { dataDir, cloud } = readArgument<{ dataDir: string; cloud: string }>();

const bridge = await startBridge({
  house: toShippedHouse('demo'),
  dataDir,
  cloud,
  ...onFreePorts,
  timeScale: 60,
  uplinkPace: { pingInterval: 100, idleTimeout: 1_000, backoff: { first: 2, max: 30 }, forgetAfter: 30 },
});
process.stdout.write(`http://127.0.0.1:${bridge.http.port}\n`);
