import { existsSync } from 'node:fs';
import type { ClimateCloud, Development } from '@plenum/cloud';
import type { ExampleApp } from '@plenum/examples/app';
import { assetUrl } from '@plenum/platform/asset';
import about from '../../package.json' with { type: 'json' };
import { toInstallLine } from './missing-package.ts';

/** Describes what is special about development mode. */
const toDevelopmentLines = ({ email, password, clientId, redirectUri }: Development): readonly string[] => [
  'DEVELOPMENT MODE: anybody on this machine can sign in to the demo account. Never run a public cloud in this mode.',
  `  account  ${email}`,
  `  password ${password}`,
  `  app      ${clientId} (sends the browser back to ${redirectUri})`,
];

/** Returns the address that assistants connect to, or what is missing for that. */
const toAssistantsLine = (url: string | undefined): string =>
  url === undefined
    ? `Assistants (MCP) are not served: ${toInstallLine('@plenum/mcp')}.`
    : `Assistants (MCP): ${url}`;

/** Lists the addresses of a cloud. */
export const toCloudLines = ({
  publicUrl,
  http,
  assistants,
  development,
}: ClimateCloud): readonly string[] => [
  'Cloud at',
  `  ${publicUrl}`,
  `HTTP and gRPC: ${http.host} port ${http.port}. For monitoring: /healthz, /readyz, /version, /metrics.`,
  toAssistantsLine(assistants),
  ...(development === undefined ? [] : toDevelopmentLines(development)),
];

const repository = about.repository.url.replace(/^git\+|\.git$/g, '');

/** Lists the steps of an integrator: an example in the checkout, which the installed package does not have. */
const toIntegratorLine = (publicUrl: string): string =>
  existsSync(assetUrl('../examples/integrator.ts'))
    ? `  npx node examples/integrator.ts ${publicUrl}`
    : `  ${repository}/blob/main/docs/cloud-with-curl.md`;

/**
 * Returns the address at which a user signs in for an app: the example app has a page that begins it, the demo app has
 * none.
 */
const toSignInUrl = (
  { publicUrl }: ClimateCloud,
  { clientId, redirectUri }: Development,
  example: ExampleApp | undefined,
): string => {
  if (example !== undefined) return example.url;
  const parameters = new URLSearchParams({
    client_id: clientId,
    scope: 'query-control',
    state: 'anything',
    response_type: 'code',
    redirect_uri: redirectUri,
  });
  return `${publicUrl}/login?${parameters}`;
};

/** Lists what to try with a cloud in development mode, and with the example app next to it if there is one. */
export const toCloudTryLines = (cloud: ClimateCloud, example?: ExampleApp): readonly string[] => {
  const { publicUrl, development } = cloud;
  if (development === undefined) return [];
  return [
    'Try the steps of an integrator, from the login to the event after a control:',
    toIntegratorLine(publicUrl),
    'Or sign in as your users do:',
    `  ${toSignInUrl(cloud, development, example)}`,
  ];
};

/** Returns the address of the example app. */
export const toExampleLines = (app: ExampleApp | undefined): readonly string[] =>
  app === undefined ? [] : ['Example app (as a third party would run it) at', `  ${app.url}`];

/** Returns the address to open first. */
export const toBeginLine = (url: string): string => `Start in a browser: ${url}`;

/** Returns the address of the documentation. */
export const toDocsLine = (url: string): string => `Read how it works: ${url}/docs/`;
