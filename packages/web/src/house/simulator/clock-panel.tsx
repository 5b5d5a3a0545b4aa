import type { SimulationStatus } from '@plenum/protocol/extension';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { Segmented } from '../../design/segmented.tsx';
import { formatDay, formatTime } from '../../reading/clock.ts';
import { useApplyOverride, useHouseTime } from '../context/house-context.tsx';

const speeds = [
  { value: 1, label: 'Real time' },
  { value: 60, label: '60×' },
  { value: 600, label: '600×' },
  { value: 3_600, label: '3600×' },
] as const;

const steps = [
  { seconds: 600, label: '10 minutes' },
  { seconds: 3_600, label: '1 hour' },
  { seconds: 86_400, label: '1 day' },
  { seconds: 604_800, label: '1 week' },
] as const;

/** The clock of the house: speed, pause, and steps ahead. */
export const ClockPanel = ({ clock }: { clock: SimulationStatus['clock'] }) => {
  const applyOverride = useApplyOverride();
  const { now, timeZone } = useHouseTime(clock.scale > 1 ? 200 : 1_000);
  const [leaping, setLeaping] = useState<number>();
  const leap = async (seconds: number) => {
    setLeaping(seconds);
    await applyOverride('ClockStep', seconds);
    setLeaping(undefined);
  };
  return (
    <section className="panel card" aria-labelledby="clock-title">
      <h2 id="clock-title">Time</h2>
      <p className="panel__clock num">
        {formatTime(now, timeZone)}
        <small>{formatDay(now, timeZone)}</small>
      </p>
      <p className="quiet small">
        Everything in the house follows this clock: rooms, timers, favourites, watering, history. Connected
        integrations see the changes as they happen.
      </p>
      <Segmented
        label="Speed"
        options={
          speeds.some(({ value }) => value === clock.scale)
            ? speeds
            : [...speeds, { value: clock.scale, label: `${clock.scale}×` }]
        }
        value={clock.scale}
        onChange={(scale) => applyOverride('ClockScale', scale)}
      />
      <div className="panel__row">
        <Button
          className="button button--small"
          onPress={() => applyOverride('ClockPause', clock.paused ? 0 : 1)}
        >
          <Icon name={clock.paused ? 'play' : 'pause'} />
          {clock.paused ? 'Resume' : 'Pause'}
        </Button>
        {steps.map(({ seconds, label }) => (
          <Button
            key={seconds}
            className="button button--small"
            isDisabled={leaping !== undefined}
            onPress={() => leap(seconds)}
            aria-label={`Skip ahead ${label}`}
          >
            <Icon name="step" />
            {leaping === seconds ? 'Skipping…' : label}
          </Button>
        ))}
      </div>
    </section>
  );
};
