import { findSetupProblems } from '@plenum/insight/setup';
import { useEffect, useRef } from 'react';
import { Icon } from '../../design/icon.tsx';
import { Rich } from '../../text/rich.tsx';
import { t } from '../../text/text.ts';
import { ControlFieldset } from '../frame/command-fieldset.tsx';
import { Loading } from '../frame/loading.tsx';
import { toHash, useRoute } from '../frame/routes.ts';
import { useDatagrams } from '../house-context.tsx';
import { TimeZoneSetting } from '../time-zone/time-zone-setting.tsx';
import { useInstallerAccess } from '../use-installer.ts';
import { AdvancedForms } from './advanced-forms.tsx';
import { InstallerKeyForm } from './installer-key-form.tsx';
import { MatterPairing } from './matter-pairing.tsx';
import { Report } from './report/report.tsx';
import { DamperTestsProvider } from './room/damper-tests-context.tsx';
import { RoomStop } from './room/room-stop.tsx';
import { StepSettings } from './step-settings.tsx';
import { isSameStop, pathOf, type Stop, stretchesOf, titleOf } from './way/stops.ts';
import { useVisit, type Visit } from './way/use-visit.ts';
import { Way } from './way/way.tsx';
import './setup.css';

interface NextProps {
  readonly stop: Stop;
  readonly next: Stop;
  /** Marks the room as done. */
  readonly onDone: () => void;
}

/** The button that leads to the next stop, within reach of a thumb; it marks a room as done. */
const Next = ({ stop, next, onDone }: NextProps) => {
  const datagrams = useDatagrams();
  const title = titleOf(next, datagrams);
  const isRoom = stop.kind === 'room';
  return (
    <footer className="setup__next">
      <a
        className="button button--main setup__next-button"
        href={toHash('setup', ...pathOf(next))}
        onClick={() => isRoom && onDone()}
      >
        {isRoom
          ? next.kind === 'room'
            ? t('setup.doneNextRoom', { name: title })
            : t('setup.doneNext', { step: title })
          : t('setup.next', { step: title })}
        <Icon name="forward" />
      </a>
    </footer>
  );
};

const StopContent = ({ stop, visit }: { stop: Stop; visit: Visit }) => {
  const datagrams = useDatagrams();
  if (stop.kind === 'room') return <RoomStop index={stop.index} />;
  if (stop.kind === 'settings')
    return (
      <>
        <StepSettings step={stop.step} />
        {stop.step === 'house' && (
          <section className="setup__section" aria-labelledby="time-zone-title">
            <h3 id="time-zone-title">{t('timeZone.title')}</h3>
            <TimeZoneSetting />
          </section>
        )}
      </>
    );
  if (stop.kind === 'advanced') return <AdvancedForms />;
  return <Report problems={[...findSetupProblems(datagrams)]} visit={visit} />;
};

const Stops = () => {
  const datagrams = useDatagrams();
  const route = useRoute().rest;
  const visit = useVisit();
  const stops = stretchesOf(datagrams).flatMap((stretch) => stretch.stops);
  const place = Math.max(
    0,
    stops.findIndex((each) => pathOf(each).join() === route.join()),
  );
  const stop = stops[place]!;
  const next = stops[place + 1];
  const heading = useRef<HTMLHeadingElement>(null);
  const path = pathOf(stop).join();
  const shown = useRef(path);
  // A person who uses a keyboard or a screen reader continues at the top of the next stop.
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [path]);
  const rooms = datagrams.zone.map(({ Index }) => Index);
  return (
    <div className="setup">
      <Way
        current={stop}
        done={visit.done.filter((index) => rooms.includes(index))}
        problems={[...findSetupProblems(datagrams)].length}
      />
      <section className="setup__content" aria-labelledby="stop-title">
        <h2 id="stop-title" className="setup__title" ref={heading} tabIndex={-1}>
          {titleOf(stop, datagrams)}
          {stop.kind === 'room' && (
            <span className="setup__place quiet">
              {t('setup.roomOf', { number: rooms.indexOf(stop.index) + 1, rooms: rooms.length })}
            </span>
          )}
        </h2>
        <StopContent key={path} stop={stop} visit={visit} />
        {next !== undefined && next.kind !== 'advanced' && (
          <Next stop={stop} next={next} onDone={() => stop.kind === 'room' && visit.markDone(stop.index)} />
        )}
        {isSameStop(stop, stops[0]!) && <MatterPairing />}
      </section>
    </div>
  );
};

/** The setup page, for people who have the installer key or use the machine of the bridge. */
export function SetupPage() {
  const access = useInstallerAccess();
  if (access === undefined) return <Loading />;
  if (access === 'needs-key') return <InstallerKeyForm help={t('setup.keyHelp')} submit={t('setup.enter')} />;
  if (access !== 'allowed')
    return (
      <section className="key-form card" role="status">
        <h2>
          <Icon name="lock" /> {t('setup.title')}
        </h2>
        <p>
          <Rich
            text={t(access === null ? 'setup.noInstaller' : 'setup.notFromHere')}
            parts={{ code: (content) => <code className="setup__option">{content}</code> }}
          />
        </p>
      </section>
    );
  return (
    <ControlFieldset>
      <div className="page">
        <DamperTestsProvider>
          <Stops />
        </DamperTestsProvider>
      </div>
    </ControlFieldset>
  );
}
