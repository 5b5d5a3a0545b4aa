import { apart, type Running, run, type Server, serve } from './process.fixture.ts';

/** All of `plenum start`, and where its parts are. */
export interface PlenumStarted extends AsyncDisposable {
  readonly bridge: string;
  readonly cloud: string;
  readonly app: string;
}

export const startPlenum = async (): Promise<PlenumStarted> => {
  const plenum = await serve('start', '--cloud-port', '0', '--example-port', '0', ...apart);
  await plenum.line(/^Stop with/m);
  const addressAfter = async (title: string) => {
    const [, url] = await plenum.line(new RegExp(`^${title}.* at\\n {2}(http://\\S+)$`, 'm'));
    return url!;
  };
  return {
    bridge: await addressAfter('Bridge \\d+'),
    cloud: await addressAfter('Cloud'),
    app: await addressAfter('Example app'),
    [Symbol.asyncDispose]: plenum[Symbol.asyncDispose],
  };
};

/** A bridge that wants to be paired with a cloud. */
export const startStranger = (cloud: string, ...more: string[]): Running =>
  run('bridge', '--http-host', '127.0.0.1', '--http-port', '0', '--cloud', cloud, ...apart, ...more);

/** A cloud in earnest: nobody has an account of it. */
export const startCloud = (): Promise<Server> => serve('cloud');
