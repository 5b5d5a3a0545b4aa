import type { ComfortArrival, ComfortPlan, ComfortSettings } from '@plenum/protocol/schedule';
import { isSensed } from '@plenum/protocol/zone';
import { Button } from 'react-aria-components';
import { Toggle } from '../../design/field/toggle.tsx';
import { formatCost } from '../../reading/number/cost.ts';
import { formatTemperature } from '../../reading/number/temperature.ts';
import { formatInstant, formatTime } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { ControlFieldset } from '../frame/command-fieldset.tsx';
import { useAll, useHouseTime, useScale } from '../house-context.tsx';
import { TimeInput } from './time-input.tsx';
import { comfortPath, useComfort } from './use-comfort.ts';

/** Number of past starts that are shown. */
const shown = 5;

/** Describes the coming start of a favourite: when and why it starts early, or why it does not. */
const usePlanText = () => {
  const { timeZone } = useHouseTime(30_000);
  const zones = useAll('zone');
  const scale = useScale();
  return ({ name, start, startsAt, room, setpoint, cost, currency, reason }: ComfortPlan): string => {
    if (startsAt === undefined)
      return t('early.plain', {
        name,
        start: formatTime(start, timeZone),
        // A selector of a message may not contain a hyphen.
        reason: (reason ?? 'off').replaceAll('-', '_'),
      });
    return t('early.plan', {
      name,
      at: formatTime(startsAt, timeZone),
      start: formatTime(start, timeZone),
      room: zones.find(({ Index }) => Index === room)?.Name ?? '',
      setpoint: `${formatTemperature((setpoint ?? 0) * 100, scale)}°`,
      hasCost: cost !== undefined,
      cost: formatCost(cost, currency),
    });
  };
};

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
