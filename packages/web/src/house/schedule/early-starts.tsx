import type { ComfortArrival, ComfortSettings } from '@plenum/protocol/schedule';
import { isSensed } from '@plenum/protocol/zone';
import { Button } from 'react-aria-components';
import { Toggle } from '../../design/field/toggle.tsx';
import { formatInstant, formatTime } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { ControlFieldset } from '../frame/command-fieldset.tsx';
import { useAll, useHouseTime } from '../house-context.tsx';
import { usePlanText } from './plan-text.ts';
import { TimeInput } from './time-input.tsx';
import { comfortPath, useComfort } from './use-comfort.ts';

/** Number of past starts that are shown. */
const shown = 5;

const Arrivals = ({ arrivals }: { arrivals: readonly ComfortArrival[] }) => {
  const { timeZone } = useHouseTime(30_000);
  return (
    arrivals.length > 0 && (
      <ul className="one-date__list" aria-label={t('early.past')}>
        {arrivals
          .slice(-shown)
          .toReversed()
          .map(({ name, start, startedAt, arrivedAt }) => (
            <li key={start} className="one-date__one num">
              {t('early.arrival', {
                name,
                start: formatInstant(start, timeZone),
                startedAt: formatTime(startedAt, timeZone),
                hasArrived: arrivedAt !== undefined,
                arrivedAt: formatTime(arrivedAt ?? start, timeZone),
              })}
            </li>
          ))}
      </ul>
    )
  );
};

/** Switches for starting favourites early, the plan for the next one, and how punctual the last ones were. */
export function EarlyStarts() {
  const { comfort, send } = useComfort();
  const zones = useAll('zone').filter(isSensed);
  const planText = usePlanText();
  if (comfort === undefined || zones.length === 0) return null;
  const { settings, plan, arrivals } = comfort;
  const set = (change: Partial<ComfortSettings>) => send(comfortPath, { ...settings, ...change });
  const setRoom = (index: number, isOn: boolean) => {
    const others = settings.roomsOff.filter((one) => one !== index);
    return set({ roomsOff: isOn ? others : [...others, index] });
  };
  const setQuiet = (time: string) => {
    const { notBefore: _, ...rest } = settings;
    return send(comfortPath, time === '' ? rest : { ...rest, notBefore: time });
  };
  return (
    <section className="panel card one-date" aria-label={t('early.title')}>
      <h2>{t('early.title')}</h2>
      <p className="quiet small">{t('early.help')}</p>
      <ControlFieldset>
        <Toggle label={t('early.on')} isOn={settings.isOn} onChange={(isOn) => set({ isOn })} />
        {settings.isOn && (
          <>
            {plan !== null && (
              <p role="status" className="num">
                {planText(plan)}{' '}
                {plan.startsAt !== undefined && (
                  <Button
                    className="button button--small"
                    onPress={() => send(`${comfortPath}/later`, { favourite: plan.favourite })}
                  >
                    {t('early.later')}
                  </Button>
                )}
              </p>
            )}
            <div className="one-date__form">
              {zones.map(({ Index, Name }) => (
                <Toggle
                  key={Index}
                  label={Name}
                  isOn={!settings.roomsOff.includes(Index)}
                  onChange={(isOn) => setRoom(Index, isOn)}
                />
              ))}
            </div>
            <TimeInput label={t('early.quiet')} value={settings.notBefore ?? ''} onChange={setQuiet} />
            <Toggle
              label={t('early.endRunning')}
              isOn={settings.mayEndRunning}
              onChange={(mayEndRunning) => set({ mayEndRunning })}
            />
          </>
        )}
        <Arrivals arrivals={arrivals} />
      </ControlFieldset>
    </section>
  );
}
