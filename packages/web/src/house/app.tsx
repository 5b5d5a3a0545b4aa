import { lazy, Suspense } from 'react';
import { useConnection, useIsKnown, useOne } from './context.tsx';
import { Frame } from './frame/frame.tsx';
import { KeyForm } from './frame/key-form.tsx';
import { NoticeList } from './frame/notice-list.tsx';
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
  const { page, sheet } = usePlace();
  const isKnown = useIsKnown();
  const connection = useConnection();
  const unit = useOne('unit');
  const power = useOne('power');
  const name = unit?.Tag1 || power?.Tag1 || 'House';
  return (
    <Frame page={page} name={name}>
      <title>{`${name} · Plenum`}</title>
      {connection === 'locked' && <KeyForm />}
      {connection !== 'locked' && !isKnown && <Waiting />}
      {connection !== 'locked' && isKnown && (
        <Suspense fallback={<Waiting />}>
          {contents[page]()}
          <Details page={page} of={sheet} />
        </Suspense>
      )}
      <NoticeList />
    </Frame>
  );
};
