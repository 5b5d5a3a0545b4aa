import { once } from 'node:events';
import { startBridge } from '@plenum/bridge';

/**
 * Runs a bridge that is attached to a device, like `plenum bridge --attach`, but receives change notices on a port of
 * its own: only one program of a machine can use the usual one.
 */
export interface AttachedConfig {
  readonly dataDir: string;
  readonly httpPort: number;
  readonly udpPort: number;
  readonly cloud: string;
  readonly device: { readonly port: number; readonly notifyPort: number };
}

if (process.argv[1] === import.meta.filename) {
  const { device, ...own } = JSON.parse(process.argv[2]!) as AttachedConfig;
  const end = once(process, 'SIGTERM');
  await using bridge = await startBridge({
    ...own,
    httpHost: '127.0.0.1',
    notifyAddress: '127.0.0.1',
    notifyPort: 9,
    attach: { host: '127.0.0.1', ...device, id: 'own' },
  });
  console.log(`http://127.0.0.1:${bridge.http.port}`);
  bridge.uplink?.subscribe((status) => {
    if (status.state === 'pairing') console.log(`enter ${status.userCode} at ${status.verificationUri}`);
    if (status.state === 'connected') console.log('Connected to the cloud.');
  });
  await end;
}
