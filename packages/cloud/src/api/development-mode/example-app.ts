import { type ConsoleRefusal, toConsoleSentence } from '@plenum/protocol/console';
import type { Endpoints, WebhookEndpoint } from '../../delivery/endpoint/endpoint.ts';
import { ensureDemoApp } from '../../identity/oauth/app/demo.ts';
import type { Store } from '../../kernel/database/store.ts';

/** The current addresses of the example app. */
export interface ExampleAppPlace {
  readonly redirectUri: string;
  readonly eventUrl: string;
}

/** The values that the app receives when it is registered. */
export interface Registered {
  readonly clientId: string;
  readonly endpointId: string;
  /** The key that signs its messages. */
  readonly secret: string;
}

/** The client id of the example app, which is public. */
export const exampleClientId = 'plenum-example-app';
const exampleName = 'Homely (example app)';

interface ExampleAppDeps {
  readonly store: Store;
  readonly endpoints: Endpoints;
  readonly ownerAccountId: string;
  readonly now: () => number;
}

/** True if two addresses differ only in their port, as happens if the app was registered at another port before. */
const isMoved = (before: string, url: string): boolean => {
  const [old, here] = [new URL(before), new URL(url)];
  old.port = here.port;
  return old.href === here.href && before !== url;
};

/** Returns what was done. Throws an error with the sentence of a refusal. */
export function expectDone<Value extends object>(result: Value): Exclude<Value, { refusal: unknown }> {
  if ('refusal' in result) throw new Error(toConsoleSentence(result.refusal as ConsoleRefusal));
  return result as Exclude<Value, { refusal: unknown }>;
}

/**
 * Development mode: registers the example app and its endpoint, with a new secret at each start. The delivery log of
 * the endpoint stays, and a disabled endpoint is enabled again.
 */
export async function registerExampleApp(
  { store, endpoints, ownerAccountId, now }: ExampleAppDeps,
  { redirectUri, eventUrl }: ExampleAppPlace,
): Promise<Registered> {
  const clientId = exampleClientId;
  const app = { ownerAccountId, clientId, name: exampleName, redirectUri, pkceRequired: true };
  await ensureDemoApp(store, app, now);
  const all = await endpoints.list(clientId);
  const refOf = ({ id }: WebhookEndpoint) => ({ clientId, endpointId: id });
  for (const moved of all.filter(({ url }) => isMoved(url, eventUrl))) await endpoints.remove(refOf(moved));
  const kept = all.find(({ url }) => url === eventUrl);
  if (kept === undefined) {
    const { endpoint, secret } = expectDone(await endpoints.create({ clientId, url: eventUrl }));
    return { clientId, endpointId: endpoint.id, secret };
  }
  const { secret } = expectDone(await endpoints.rotateSecret(refOf(kept)));
  await endpoints.enable(refOf(kept));
  return { clientId, endpointId: kept.id, secret };
}
