import { demo } from '@plenum/testbed/account';
import { alternate } from '../alternate.ts';
import { startChild } from '../child.ts';
import type { Samples } from '../measured.ts';
import { startCloudEnvironment } from './environment.ts';
import { post } from './post.ts';

const chains = 16;
const seconds = 2;

interface Side {
  readonly url: string;
  readonly clientId: string;
  /** The current refresh token of each chain. */
  readonly tokens: string[];
}

/** Refreshes the tokens of each chain one after the other for some seconds; returns the total rate per second. */
const refreshAll = async ({ url, clientId, tokens }: Side): Promise<number> => {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const chain = async (_: string, index: number) => {
    while (performance.now() < end) {
      const form = new URLSearchParams({
        client_id: clientId,
        grant_type: 'refresh_token',
        refresh_token: tokens[index]!,
      });
      const answer = await post(`${url}/token`, form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });
      tokens[index] = (JSON.parse(answer) as { refresh_token: string }).refresh_token;
      count++;
    }
  };
  await Promise.all(tokens.map(chain));
  return count / seconds;
};

/** Measures durable refreshes, compared with oidc-provider and its memory adapter. */
export async function measureCloudRefresh(): Promise<Samples> {
  await using environment = await startCloudEnvironment({ count: 0 });
  await using peer = await startChild('peers/bare-provider');
  const account = await environment.enter();
  const [own, bare]: [string[], string[]] = [[], []];
  for (let count = 0; count < chains; count++) {
    own.push((await account.allowApp()).refresh);
    bare.push(await (await fetch(`http://127.0.0.1:${peer.port}/seed`)).text());
  }
  const ours: Side = { url: environment.url, clientId: demo.clientId, tokens: own };
  const theirs: Side = { url: `http://127.0.0.1:${peer.port}`, clientId: 'bench', tokens: bare };
  const rates = await alternate({ ours: () => refreshAll(ours), theirs: () => refreshAll(theirs) });
  return {
    name: 'token refresh, durable',
    ours: rates.ours,
    others: { 'oidc-provider in memory': rates.theirs },
  };
}
