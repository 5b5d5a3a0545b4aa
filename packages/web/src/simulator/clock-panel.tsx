import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Segmented } from '../design/field/segmented.tsx';
import { Icon } from '../design/icon.tsx';
import { formatDay, formatTime } from '../reading/time/clock.ts';
import { useRunningTime } from '../state/use-running-time.ts';
import { t } from '../text/text.ts';
import { useSimulator } from './simulator-context.ts';

const speeds = [1, 60, 600, 3_600];

const steps = [
  { seconds: 600, label: 'simulator.tenMinutes' },
  { seconds: 3_600, label: 'simulator.oneHour' },
  { seconds: 86_400, label: 'simulator.oneDay' },
  { seconds: 604_800, label: 'simulator.oneWeek' },
  { seconds: 2_592_000, label: 'simulator.thirtyDays' },
  { seconds: 31_536_000, label: 'simulator.oneYear' },
] as const;

/** Controls for the house's clock: speed, pause, and steps forward. */
export function ClockPanel() {
  const { status, time, timeZone, apply } = useSimulator();
  const { clock, stepping } = status;
  const now = useRunningTime(time, clock.scale > 1 ? 200 : 1_000);
  const [leaping, setLeaping] = useState<number>();
  const leap = async (seconds: number) => {
    setLeaping(seconds);
    await apply('ClockStep', seconds);
    setLeaping(undefined);
  };
  return (
    <section className="panel card" aria-labelledby="clock-title">
      <h2 id="clock-title">{t('simulator.time')}</h2>
      <p className="panel__clock num">
        {formatTime(now, timeZone)}
        <small>{formatDay(now, timeZone)}</small>
      </p>
      <p className="quiet small">{t('simulator.timeHelp')}</p>
      <Segmented
        label={t('simulator.speed')}
        options={[...new Set([...speeds, clock.scale])].map((value) => ({
          value,
          label: value === 1 ? t('simulator.realTime') : `${value}×`,
        }))}
        value={clock.scale}
        onChange={(scale) => apply('ClockScale', scale)}
      />
      <div className="panel__row">
        <Button className="button button--small" onPress={() => apply('ClockPause', clock.paused ? 0 : 1)}>
          <Icon name={clock.paused ? 'play' : 'pause'} />
          {clock.paused ? t('simulator.resume') : t('simulator.pause')}
        </Button>
        {steps.map(({ seconds, label }) => (
          <Button
            key={seconds}
            className="button button--small"
            isDisabled={leaping !== undefined}
            onPress={() => leap(seconds)}
            aria-label={t('simulator.skipAhead', { step: t(label) })}
          >
            <Icon name="step" />
            {leaping === seconds ? t('simulator.skipping') : t(label)}
          </Button>
        ))}
      </div>
      {stepping !== undefined && (
        <label className="panel__stepping small">
          {t('simulator.steppingUntil', {
            time: formatTime(stepping.to, timeZone),
            day: formatDay(stepping.to, timeZone),
          })}
          <progress value={stepping.at - stepping.from} max={stepping.to - stepping.from} />
        </label>
      )}
    </section>
  );
}
