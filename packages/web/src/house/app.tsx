import { lazy, Suspense } from 'react';
import { NoticeList } from '../design/notice-list.tsx';
import { toHouseTitle } from '../reading/house-title.ts';
import { useBridge, useConnection, useHouse, useIsKnown, useOne } from './context.tsx';
import { Barred } from './frame/barred.tsx';
import { BridgeAway } from './frame/bridge-away.tsx';
import { Frame } from './frame/frame.tsx';
import { LostStrip } from './frame/lost-strip.tsx';
import { type Page, usePlace } from './frame/place.ts';
import { Waiting } from './frame/waiting.tsx';
import { Overview } from './overview/overview.tsx';

const History = lazy(() =>
  import('./history/history-page.tsx').then(({ HistoryPage }) => ({ default: HistoryPage })),
);
const Schedules = lazy(() =>
  import('./schedule/schedule-page.tsx').then(({ SchedulePage }) => ({ default: SchedulePage })),
);
const Simulator = lazy(() =>
  import('./simulator/simulator-page.tsx').then(({ SimulatorPage }) => ({ default: SimulatorPage })),
);
const Details = lazy(() => import('./details/details.tsx').then(({ Details }) => ({ default: Details })));

const contents: Readonly<Record<Page, () => React.ReactNode>> = {
  overview: () => <Overview />,
  history: () => <History />,
  schedules: () => <Schedules />,
  simulator: () => <Simulator />,
};

/** The house: its pages, and the sheet of details that may lie on any of them. */
export const App = () => {
  const { page: asked, sheet } = usePlace();
  const isKnown = useIsKnown();
  const connection = useConnection();
  const { notices, source } = useHouse();
  const bridge = useBridge();
  const unit = useOne('unit');
  const power = useOne('power');
  const page = asked === 'history' && !source.hasHistory ? 'overview' : asked;
  const isBarred = connection === 'locked' || connection === 'gone';
  const tag = unit?.Tag1 || power?.Tag1;
  const name = bridge === undefined ? tag || 'House' : toHouseTitle(bridge.name, tag);
  return (
    <Frame page={page} name={name}>
      <title>{`${name} · Plenum`}</title>
      {isBarred && <Barred />}
      {!isBarred && !isKnown && <Waiting />}
      {!isBarred && isKnown && (
        <Suspense fallback={<Waiting />}>
          <BridgeAway />
          {contents[page]()}
          {page !== 'schedules' && <Details key={sheet.join('/')} page={page} of={sheet} />}
        </Suspense>
      )}
      <LostStrip />
      <NoticeList notices={notices} />
    </Frame>
  );
};
