import type { ClimateCloud, Development } from '@plenum/cloud';
import type { ExampleApp } from '@plenum/examples/app';

/** What everybody must know of development mode. */
const toDevelopmentLines = ({ email, password, clientId, redirectUri }: Development): readonly string[] => [
  'DEVELOPMENT MODE: anybody on this machine can sign in to the demo account. Never run a public cloud like this.',
  `  account  ${email}`,
  `  password ${password}`,
  `  app      ${clientId} (sends the browser back to ${redirectUri})`,
];

/** Where a cloud is. */
export const toCloudLines = ({ publicUrl, http, development }: ClimateCloud): readonly string[] => [
  'Cloud at',
  `  ${publicUrl}`,
  `HTTP and gRPC: ${http.host} port ${http.port}. For who watches it: /healthz, /readyz, /version, /metrics.`,
  ...(development === undefined ? [] : toDevelopmentLines(development)),
];

/** What to try with a cloud in development mode. */
export const toCloudTryLines = ({ publicUrl, development }: ClimateCloud): readonly string[] => {
  if (development === undefined) return [];
  const { clientId, redirectUri } = development;
  const asked = new URLSearchParams({
    client_id: clientId,
    scope: 'query-control',
    state: 'anything',
    response_type: 'code',
    redirect_uri: redirectUri,
  });
  return [
    "Try the whole way of an integrator, from the login to an event of one's own control:",
    `  npx node examples/integrator.ts ${publicUrl}`,
    'or see the pages your users see:',
    `  ${publicUrl}/login?${asked}`,
  ];
};

/** Where the example app is. */
export const toExampleLines = (app: ExampleApp | undefined): readonly string[] =>
  app === undefined ? [] : ['Example app, of somebody else as it were, at', `  ${app.url}`];

/** Where somebody begins who has read nothing. */
export const toBeginLine = (url: string): string => `Begin in a browser: ${url}`;
