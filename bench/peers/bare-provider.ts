import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { serveParent } from '../child.ts';

/** Reference for a refresh: oidc-provider with its memory adapter. `GET /seed` returns a refresh token. */
const client = {
  client_id: 'bench',
  token_endpoint_auth_method: 'none' as const,
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['http://127.0.0.1/callback'],
  response_types: ['code' as const],
  id_token_signed_response_alg: 'ES256' as const,
};
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const provider = new Provider('http://127.0.0.1', {
  clients: [client],
  scopes: ['query-control'],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  rotateRefreshToken: true,
  issueRefreshToken: () => true,
  expiresWithSession: () => false,
  ttl: { AccessToken: 3600, RefreshToken: 86_400, Grant: 86_400 },
  features: { devInteractions: { enabled: false } },
});
provider.silent = true;
const accountId = 'owner';

const seed = async (): Promise<string> => {
  const grant = new provider.Grant({ accountId, clientId: client.client_id });
  grant.addOIDCScope('query-control');
  const token = new provider.RefreshToken({
    accountId,
    client: (await provider.Client.find(client.client_id))!,
    grantId: await grant.save(),
    gty: 'authorization_code',
    scope: 'query-control',
    expiresWithSession: false,
    rotations: 0,
    iiat: Math.floor(Date.now() / 1000),
  });
  return token.save();
};

const handle = provider.callback();
const server = createServer((request, response) => {
  if (request.url !== '/seed') return void handle(request, response);
  void seed().then((token) => response.end(token));
});
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
