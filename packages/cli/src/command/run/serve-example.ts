import { join } from 'node:path';
import type { Development } from '@plenum/cloud';
import { type ExampleApp, exampleAppErrors, startExampleApp } from '@plenum/examples/app';
import { failed } from '../../failure.ts';

interface ExampleOptions {
  readonly cloudUrl: string;
  readonly development: Development;
  readonly port: number;
  /** The folder in which the app stores the tokens of its users. */
  readonly dataDir: string;
}

/** Runs the example app next to a cloud in development mode and registers the app there with its event endpoint. */
export async function startExample(options: ExampleOptions): Promise<ExampleApp> {
  const { cloudUrl, development, port, dataDir } = options;
  await using stack = new AsyncDisposableStack();
  const secrets: string[] = [];
  const app = await startExampleApp({
    cloud: cloudUrl,
    clientId: development.exampleClientId,
    endpointSecrets: () => secrets,
    tokenFile: join(dataDir, 'example-app', 'tokens.json'),
    port,
  }).catch((error: unknown) => {
    throw exampleAppErrors.is(error)
      ? failed(`${error.message} Choose another with --example-port, or run without it (--no-example).`)
      : error;
  });
  stack.use(app);
  const { secret, ...registered } = await development.registerExampleApp(app);
  secrets.push(secret);
  development.addOnboarding({ app: { url: app.url, ...registered } });
  stack.move();
  return app;
}
