import { existsSync } from 'node:fs';
import type { ClimateCloud, Development } from '@plenum/cloud';
import type { ExampleApp } from '@plenum/examples/app';
import { assetUrl } from '@plenum/platform/asset';
import about from '../../package.json' with { type: 'json' };
import { toInstallLine } from './missing-package.ts';

/** Describes development mode: its warning, account and app. */
const toDevelopmentLines = ({ email, password, clientId, redirectUri }: Development): readonly string[] => [
  'DEVELOPMENT MODE: anybody on this machine can sign in to the demo account. Never run a public cloud in this mode.',
  `  account  ${email}`,
  `  password ${password}`,
  `  app      ${clientId} (sends the browser back to ${redirectUri})`,
];

/** Returns a line with the URL for assistants, or one that explains which package to install. */
const toAssistantsLine = (url: string | undefined): string =>
  url === undefined
    ? `Assistants (MCP) are not served: ${toInstallLine('@plenum/mcp')}.`
    : `Assistants (MCP): ${url}`;

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

/**
 * Returns the next step for an integrator: the example in a checkout, or the guide if the installed package has no
 * examples.
 */
const toIntegratorLine = (publicUrl: string): string =>
  existsSync(assetUrl('../examples/integrator.ts'))
    ? `  npx node examples/integrator.ts ${publicUrl}`
    : `  ${repository}/blob/main/docs/cloud-with-curl.md`;

/**
 * Returns the URL at which a user signs in to an app: a page of the example app, or the authorization page for the demo
 * app.
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

/** Lists commands and URLs to try with a cloud in development mode and, if there is one, the example app. */
export function toCloudTryLines(cloud: ClimateCloud, example?: ExampleApp): readonly string[] {
  const { publicUrl, development } = cloud;
  if (development === undefined) return [];
  return [
    'Try the steps of an integrator, from the login to the event after a control:',
    toIntegratorLine(publicUrl),
    'Or sign in as your users do:',
    `  ${toSignInUrl(cloud, development, example)}`,
  ];
}

export const toExampleLines = (app: ExampleApp | undefined): readonly string[] =>
  app === undefined ? [] : ['Example app (as a third party would run it) at', `  ${app.url}`];

export const toBeginLine = (url: string): string => `Start in a browser: ${url}`;

export const toDocsLine = (url: string): string => `Read how it works: ${url}/docs/`;
