// Runs the example app on its own, as an app that you registered in the console of a cloud:
//   PLENUM_CLIENT_ID=... PLENUM_ENDPOINT_SECRET=whsec_... node examples/app/main.ts [CLOUD-URL]
// `npm start` runs it too, already registered.
import { exampleAppErrors, startExampleApp } from './app.ts';

const {
  PLENUM_CLIENT_ID,
  PLENUM_CLIENT_SECRET,
  PLENUM_ENDPOINT_SECRET = '',
  PLENUM_EXAMPLE_PORT,
} = process.env;

if (PLENUM_CLIENT_ID === undefined) {
  console.error(
    'PLENUM_CLIENT_ID is missing: set it to the client id of an app registered in the console of the cloud.',
  );
  process.exit(2);
}

// Without a secret the app would have to trust everyone who sends an event. 32 characters of base64 are 24 bytes.
const endpointSecrets = PLENUM_ENDPOINT_SECRET.split(' ').filter((secret) => secret !== '');
if (
  endpointSecrets.length === 0 ||
  !endpointSecrets.every((each) => /^whsec_[A-Za-z0-9+/]{32,}=*$/.test(each))
) {
  console.error(
    'PLENUM_ENDPOINT_SECRET is missing or cut off: set it to the secret of the event endpoint from the console of the cloud, whsec_ and at least 32 characters.',
  );
  process.exit(2);
}

try {
  const app = await startExampleApp({
    cloud: process.argv[2] ?? 'http://127.0.0.1:8090',
    clientId: PLENUM_CLIENT_ID,
    clientSecret: PLENUM_CLIENT_SECRET,
    endpointSecrets: () => endpointSecrets,
    tokenFile: 'data/example-app/tokens.json',
    port: Number(PLENUM_EXAMPLE_PORT ?? 8070),
  });
  console.log(`Open ${app.url}. Register the app with the redirect URI ${app.redirectUri}`);
  console.log(`and the event endpoint ${app.eventUrl}.`);
} catch (error) {
  if (!exampleAppErrors.is(error)) throw error;
  console.error(error.message);
  process.exit(1);
}
