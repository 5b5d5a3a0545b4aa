import { apart, startServer } from './server.ts';

/** Everything that `plenum start` runs, by the address of each part. */
export interface Everything extends AsyncDisposable {
  readonly bridge: string;
  readonly cloud: string;
  readonly app: string;
  /** Waits for output that matches. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
}

/**
 * Starts a bridge with the demo house, paired with a cloud in development mode, and the example app (`plenum start`).
 */
export const startEverything = async (): Promise<Everything> => {
  const plenum = await startServer('start', '--cloud-port', '0', '--example-port', '0', ...apart);
  await plenum.line(/^Stop with/m);
  const addressAfter = async (title: string) => {
    const [, url] = await plenum.line(new RegExp(`^${title}.* at\\n {2}(http://\\S+)$`, 'm'));
    return url!;
  };
  return {
    bridge: await addressAfter('Bridge \\d+'),
    cloud: await addressAfter('Cloud'),
    app: await addressAfter('Example app'),
    line: plenum.line,
    [Symbol.asyncDispose]: plenum[Symbol.asyncDispose],
  };
};
