import { Suspense } from 'react';
import { Part } from '../design/later.tsx';
import { NoticeList } from '../design/notice-list.tsx';
import { toHouseTitle } from '../reading/house-title.ts';
import { useBridge, useConnection, useHouse, useIsKnown, useOne } from './context.tsx';
import { Barred } from './frame/barred.tsx';
import { BridgeAway } from './frame/bridge-away.tsx';
import { Fetched } from './frame/fetched.tsx';
import { Frame } from './frame/frame.tsx';
import { LostStrip } from './frame/lost-strip.tsx';
import { type Page, usePlace } from './frame/place.ts';
import { useJoined } from './frame/use-joined.ts';
import { Waiting } from './frame/waiting.tsx';
import { Overview } from './overview/overview.tsx';
import { parts } from './parts.ts';

const contents: Readonly<Record<Page, () => React.ReactNode>> = {
  overview: () => <Overview />,
  history: () => <Part of={parts.history} props={{}} />,
  schedules: () => <Part of={parts.schedules} props={{}} />,
  simulator: () => <Part of={parts.simulator} props={{}} />,
};

/** The house: its pages, and the sheet of details that may lie on any of them. */
export const App = () => {
  useJoined();
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
        <>
          <BridgeAway />
          {page !== 'schedules' && sheet.length > 0 && (
            <Fetched key={sheet.join('/')} what="These details" isSticky>
              <Suspense fallback={null}>
                <Part of={parts.details} props={{ page, of: sheet }} />
              </Suspense>
            </Fetched>
          )}
          <Fetched key={page} what="This page">
            <Suspense fallback={<Waiting />}>{contents[page]()}</Suspense>
          </Fetched>
        </>
      )}
      <LostStrip />
      <NoticeList notices={notices} />
    </Frame>
  );
};
