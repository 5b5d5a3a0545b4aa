import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { DocsLink } from '../../design/docs-link.tsx';
import { LanguagePicker } from '../../design/field/language-picker.tsx';
import type { IconName } from '../../design/icon.tsx';
import { Shell } from '../../design/shell.tsx';
import { ThemeButton } from '../../design/theme-button.tsx';
import { useIsNarrow } from '../../design/use-media.ts';
import { InstallButton } from '../../install/install-button.tsx';
import { formatInstant } from '../../reading/time/clock.ts';
import { type PlainKey, t } from '../../text/text.ts';
import {
  useConnection,
  useHasSimulation,
  useHouseContext,
  useHouseTime,
  useIsLoaded,
  useOne,
  usePreference,
  useSimulation,
} from '../house-context.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { type HousePageName, pages, toHash } from './routes.ts';
import './frame.css';

const entries: Readonly<Record<HousePageName, { title: PlainKey; icon: IconName }>> = {
  overview: { title: 'house.overview', icon: 'home' },
  lights: { title: 'lights.title', icon: 'bulb' },
  energy: { title: 'house.energy', icon: 'bolt' },
  history: { title: 'house.history', icon: 'chart' },
  schedules: { title: 'house.schedules', icon: 'calendar' },
  passport: { title: 'passport.title', icon: 'sun' },
  simulator: { title: 'house.simulator', icon: 'flask' },
  setup: { title: 'setup.title', icon: 'sliders' },
  backup: { title: 'backup.title', icon: 'archive' },
  wall: { title: 'wall.open', icon: 'display' },
};

/** The pages behind the More button, because the navigation has room for only five on a phone. */
const further: readonly HousePageName[] = ['passport', 'wall', 'setup', 'backup'];
const furtherOnPhone: readonly HousePageName[] = ['simulator', ...further];

const HouseClock = () => {
  const { now, timeZone } = useHouseTime();
  const clock = useSimulation()?.clock;
  const isLoaded = useIsLoaded();
  const pace = clock?.paused
    ? t('house.paused')
    : clock !== undefined && clock.scale !== 1
      ? `${clock.scale}×`
      : undefined;
  return (
    <p className="house-clock num">
      {isLoaded && (
        <>
          {formatInstant(now, timeZone)}
          {pace !== undefined && <span className="badge house-clock__pace">{pace}</span>}
        </>
      )}
    </p>
  );
};

/** The layout of every page of the house: name, clock, navigation and connection. */
export function Frame({ page, name, children }: { page: HousePageName; name: string; children: ReactNode }) {
  const { source, device } = useHouseContext();
  const isLocal = source.transport === 'local';
  // While the simulation status loads, the link keeps its space, so that nothing moves.
  const isConnecting = useConnection() === 'connecting';
  const isSimulated = useHasSimulation() ?? (isConnecting && isLocal);
  const [language, setLanguage] = usePreference('language');
  const hasLighting = useOne('lighting') !== undefined;
  const hasUnit = useOne('unit') !== undefined;
  const hasPower = useOne('power')?.Enabled === 1;
  const isThere: Partial<Record<HousePageName, boolean>> = {
    simulator: isSimulated,
    energy: hasPower,
    lights: hasLighting,
    passport: hasUnit,
    wall: isLocal,
    setup: isLocal,
    backup: isLocal,
  };
  const shown = pages.filter((each) => isThere[each] ?? true);
  const behind = useIsNarrow() ? furtherOnPhone : further;
  const toEntry = (each: HousePageName) => ({
    ...entries[each],
    title: t(entries[each].title),
    href: toHash(each),
    isCurrent: each === page,
  });
  return (
    <Shell
      brand={
        <div className="frame__house">
          <h1 className="frame__name">{name}</h1>
          <div className="frame__line">
            {!isLocal && (
              <a className="frame__back" href="./#/houses">
                {t('house.allHouses')}
              </a>
            )}
            <HouseClock />
          </div>
        </div>
      }
      pages={shown.filter((each) => !behind.includes(each)).map(toEntry)}
      morePages={behind.filter((each) => shown.includes(each)).map(toEntry)}
      skip={
        page === 'overview'
          ? { label: t('control.skipToRooms'), selector: '#zones-title, #split-title, #vrf-title' }
          : undefined
      }
      tools={
        <>
          <ConnectionStatus />
          <PreferenceButtons />
        </>
      }
      foot={
        <>
          <InstallButton device={device} canForget={isLocal} />
          {!isLocal && (
            <a className="frame__wall small quiet" href={toHash('wall')}>
              {t('wall.open')}
            </a>
          )}
          <DocsLink />
          <LanguagePicker value={language} onChange={setLanguage} />
        </>
      }
    >
      {children}
    </Shell>
  );
}

function PreferenceButtons() {
  const [scale, setScale] = usePreference('scale');
  const [theme, setTheme] = usePreference('theme');
  return (
    <>
      <Button
        className="button button--plain button--icon num"
        aria-label={t('house.changeScale', { scale })}
        onPress={() => setScale(scale === 'C' ? 'F' : 'C')}
      >
        °{scale}
      </Button>
      <ThemeButton theme={theme} onChange={setTheme} />
    </>
  );
}
