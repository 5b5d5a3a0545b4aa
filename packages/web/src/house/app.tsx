import { Suspense } from 'react';
import { Lazy } from '../design/lazy.tsx';
import { ToastList } from '../design/toast-list.tsx';
import { toHouseTitle } from '../reading/house-title.ts';
import { useBridge, useConnection, useHouse, useIsLoaded, useOne } from './context.tsx';
import { AccessDenied } from './frame/access-denied.tsx';
import { BridgeOffline } from './frame/bridge-offline.tsx';
import { ConnectionBanner } from './frame/connection-banner.tsx';
import { Frame } from './frame/frame.tsx';
import { LazyBoundary } from './frame/lazy-boundary.tsx';
import { Loading } from './frame/loading.tsx';
import { type Page, useRoute } from './frame/routes.ts';
import { useOnConnected } from './frame/use-on-connected.ts';
import { lazyComponents } from './lazy-components.ts';
import { Overview } from './overview/overview.tsx';

const contents: Readonly<Record<Page, () => React.ReactNode>> = {
  overview: () => <Overview />,
  history: () => <Lazy of={lazyComponents.history} props={{}} />,
  schedules: () => <Lazy of={lazyComponents.schedules} props={{}} />,
  simulator: () => <Lazy of={lazyComponents.simulator} props={{}} />,
};

/** The house: its pages, and the sheet of details that may lie on any of them. */
export const App = () => {
  useOnConnected();
  const { page: asked, sheet } = useRoute();
  const isLoaded = useIsLoaded();
  const connection = useConnection();
  const { toasts, source } = useHouse();
  const bridge = useBridge();
  const unit = useOne('unit');
  const power = useOne('power');
  const page = asked === 'history' && !source.hasHistory ? 'overview' : asked;
  const isDenied = connection === 'locked' || connection === 'gone';
  const tag = unit?.Tag1 || power?.Tag1;
  const name = bridge === undefined ? tag || 'House' : toHouseTitle(bridge.name, tag);
  return (
    <Frame page={page} name={name}>
      <title>{`${name} · Plenum`}</title>
      {isDenied && <AccessDenied />}
      {!isDenied && !isLoaded && <Loading />}
      {!isDenied && isLoaded && (
        <>
          <BridgeOffline />
          {page !== 'schedules' && sheet.length > 0 && (
            <LazyBoundary key={sheet.join('/')} what="These details" isSticky>
              <Suspense fallback={null}>
                <Lazy of={lazyComponents.details} props={{ page, of: sheet }} />
              </Suspense>
            </LazyBoundary>
          )}
          <LazyBoundary key={page} what="This page">
            <Suspense fallback={<Loading />}>{contents[page]()}</Suspense>
          </LazyBoundary>
        </>
      )}
      <ConnectionBanner />
      <ToastList toasts={toasts} />
    </Frame>
  );
};
