import { Suspense } from 'react';
import { lazyComponent } from '../design/lazy.tsx';
import { ToastList } from '../design/notice/toast-list.tsx';
import { t } from '../text/text.ts';
import { AccessDenied } from './frame/access-denied.tsx';
import { BridgeOffline } from './frame/bridge-offline.tsx';
import { ControlFieldset, ViewOnlyNote } from './frame/command-fieldset.tsx';
import { ConnectionBanner } from './frame/connection-banner.tsx';
import { DeviceSilent } from './frame/device-silent.tsx';
import { Frame } from './frame/frame.tsx';
import { LazyBoundary } from './frame/lazy-boundary.tsx';
import { Loading } from './frame/loading.tsx';
import { type HousePageName, useRoute } from './frame/routes.ts';
import { useOnConnected } from './frame/use-on-connected.ts';
import { useConnection, useHouseContext, useHouseName, useIsLoaded, useKeptAt } from './house-context.tsx';
import { Overview } from './overview/overview.tsx';

const LightsPage = lazyComponent(async () => (await import('./lights/lights-page.tsx')).LightsPage);
const EnergyPage = lazyComponent(async () => (await import('./energy/energy-page.tsx')).EnergyPage);
const HistoryPage = lazyComponent(async () => (await import('./history/history-page.tsx')).HistoryPage);
const SchedulePage = lazyComponent(async () => (await import('./schedule/schedule-page.tsx')).SchedulePage);
const PassportPage = lazyComponent(async () => (await import('./passport/passport-page.tsx')).PassportPage);
const SimulatorPage = lazyComponent(
  async () => (await import('./simulator/simulator-page.tsx')).SimulatorPage,
);
const SetupPage = lazyComponent(async () => (await import('./setup/setup-page.tsx')).SetupPage);
const BackupPage = lazyComponent(async () => (await import('./backup/backup-page.tsx')).BackupPage);
const Details = lazyComponent(async () => (await import('./details/details.tsx')).Details);

const Wall = lazyComponent(async () => (await import('./wall/wall.tsx')).Wall);
const HealthSheet = lazyComponent(async () => (await import('./health/health-sheet.tsx')).HealthSheet);
const KeptStateNotice = lazyComponent(
  async () => (await import('./frame/kept-state-notice.tsx')).KeptStateNotice,
);
const ExplainSheet = lazyComponent(async () => (await import('./explain/explain-sheet.tsx')).ExplainSheet);

const contents: Readonly<Record<HousePageName, (name: string) => React.ReactNode>> = {
  overview: () => <Overview />,
  lights: () => (
    <ControlFieldset>
      <LightsPage />
    </ControlFieldset>
  ),
  energy: () => <EnergyPage />,
  history: () => <HistoryPage />,
  schedules: () => <SchedulePage />,
  passport: () => <PassportPage />,
  simulator: () => <SimulatorPage />,
  setup: () => <SetupPage />,
  backup: () => <BackupPage />,
  wall: (name) => <Wall name={name} />,
};

/** Pages whose path does not refer to a sheet. */
const hasOwnPaths: readonly HousePageName[] = ['energy', 'schedules', 'passport', 'setup', 'backup'];

/**
 * The sheet in the path: the explanation of a component's state, the health of the house, or the details of a
 * component.
 */
const OpenSheet = ({ page, of }: { page: HousePageName; of: readonly string[] }) => {
  if (of[0] === 'why') return <ExplainSheet page={page} of={of.slice(1)} />;
  if (of[0] === 'health') return <HealthSheet page={page} />;
  return <Details page={page} of={of} />;
};

/** The root of the house: its pages, and the sheet that may be open over any of them. */
export function App() {
  useOnConnected();
  const { toasts, source } = useHouseContext();
  const route = useRoute();
  const sheet = route.rest;
  // Pages for installers are not available through a cloud.
  const isForInstaller = route.page === 'setup' || route.page === 'backup';
  const page = isForInstaller && source.transport === 'cloud' ? 'overview' : route.page;
  const isLoaded = useIsLoaded();
  const connection = useConnection();
  const keptAt = useKeptAt();
  const isDenied = connection === 'locked' || connection === 'gone';
  const name = useHouseName();
  const content = (
    <>
      <title>{`${name} · Plenum`}</title>
      {isDenied && <AccessDenied />}
      {!isDenied && !isLoaded && <Loading />}
      {!isDenied && isLoaded && (
        <>
          <ViewOnlyNote />
          {keptAt !== undefined && (
            <LazyBoundary what={t('app.thisPage')}>
              <Suspense fallback={null}>
                <KeptStateNotice keptAt={keptAt} />
              </Suspense>
            </LazyBoundary>
          )}
          <BridgeOffline />
          <DeviceSilent />
          {!hasOwnPaths.includes(page) && sheet.length > 0 && (
            <LazyBoundary key={sheet.join('/')} what={t('house.theseDetails')} isSticky>
              <Suspense fallback={null}>
                <OpenSheet page={page} of={sheet} />
              </Suspense>
            </LazyBoundary>
          )}
          <LazyBoundary key={page} what={t('app.thisPage')}>
            <Suspense fallback={<Loading />}>{contents[page](name)}</Suspense>
          </LazyBoundary>
        </>
      )}
      <ConnectionBanner />
      <ToastList toasts={toasts} />
    </>
  );
  if (page === 'wall' && isLoaded && !isDenied) return content;
  return (
    <Frame page={page} name={name}>
      {content}
    </Frame>
  );
}
