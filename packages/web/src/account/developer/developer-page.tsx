import { AppPage } from './app/app-page.tsx';
import { AppsPage } from './app/apps-page.tsx';
import { EndpointPage } from './endpoint/endpoint-page.tsx';
import { ExplorerPage } from './explorer/explorer-page.tsx';
import './developer.css';

/**
 * The developer console. Its paths are: empty for the list of apps, `app/<client id>`, `.../endpoint/<id>`,
 * `.../attempt/<number>` for an attempt in a sheet over the endpoint, and `explorer/<client id>`.
 */
export const DeveloperPage = ({ rest }: { rest: readonly string[] }) => {
  const [what, clientId, part, endpointId, piece, number] = rest;
  if (what === 'explorer') return <ExplorerPage clientId={clientId} />;
  if (what !== 'app' || clientId === undefined) return <AppsPage />;
  if (part !== 'endpoint' || endpointId === undefined) return <AppPage key={clientId} clientId={clientId} />;
  const attempt = piece === 'attempt' && /^\d{1,15}$/.test(number ?? '') ? Number(number) : undefined;
  return <EndpointPage key={endpointId} of={{ clientId, endpointId }} attempt={attempt} />;
};
