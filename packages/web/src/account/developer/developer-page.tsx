import { AppPage } from './app/app-page.tsx';
import { AppsPage } from './app/apps-page.tsx';
import { EndpointPage } from './endpoint/endpoint-page.tsx';
import { ExplorerPage } from './explorer/explorer-page.tsx';
import { TestHousePage } from './sandbox/test-house-page.tsx';
import './developer.css';

/**
 * The developer console. Its paths are: empty for the list of apps, `app/<client id>`, `.../endpoint/<id>`,
 * `.../attempt/<number>` for an attempt in a sheet over the endpoint, `app/<client id>/house/<system id>` for a test
 * house, and `explorer/<client id>`.
 */
export function DeveloperPage({ rest }: { rest: readonly string[] }) {
  const [what, clientId, part, id, piece, number] = rest;
  if (what === 'explorer') return <ExplorerPage clientId={clientId} />;
  if (what !== 'app' || clientId === undefined) return <AppsPage />;
  if (part === 'house' && id !== undefined)
    return <TestHousePage key={id} clientId={clientId} systemId={id} />;
  if (part !== 'endpoint' || id === undefined) return <AppPage key={clientId} clientId={clientId} />;
  const attempt = piece === 'attempt' && /^\d{1,15}$/.test(number ?? '') ? Number(number) : undefined;
  return <EndpointPage key={id} of={{ clientId, endpointId: id }} attempt={attempt} />;
}
