import { startCloudEnvironment, until } from '../cloud/environment.ts';
import { timeEach } from '../cloud/latency.ts';
import { createQuery } from '../cloud/measure-query.ts';
import { post } from '../cloud/post.ts';
import type { Curve } from '../recording.ts';
import { alternateSizes } from './sizes.ts';

/** Measures a query in clouds with more and more other accounts, each with a bridge. */
export async function growAccounts(): Promise<Record<string, Curve>> {
  await using stack = new AsyncDisposableStack();
  const queries = new Map<number, () => Promise<unknown>>();
  for (const accounts of [1, 100, 1_000, 10_000]) {
    const environment = stack.use(await startCloudEnvironment({ count: 1, accounts }));
    const fleet = stack.use(environment.fleetOf());
    await until(() => fleet.metrics.connected === 1);
    const { path, body, headers } = await createQuery(environment);
    queries.set(accounts, () => post(environment.url + path, body!, headers!));
  }
  const measure = (accounts: number) => async () => (await timeEach(300, queries.get(accounts)!)).p50;
  return { 'cloud query by accounts': await alternateSizes([...queries.keys()], measure) };
}
