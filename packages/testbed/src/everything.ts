import { apart, startServer } from './server.ts';

/** A running `plenum start`, with the address of each part. */
export interface Everything extends AsyncDisposable {
  readonly bridge: string;
  readonly cloud: string;
  readonly app: string;
  /** Waits for output that matches. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
}

/**
 * Starts `plenum start`: a bridge with the demo house, paired with a cloud in development mode, and the example app.
 * `more` are further options.
 */
export async function startEverything(...more: readonly string[]): Promise<Everything> {
  const ports = ['--cloud-port', '0', '--example-port', '0'];
  const plenum = await startServer('start', ...ports, ...apart, ...more);
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
}
