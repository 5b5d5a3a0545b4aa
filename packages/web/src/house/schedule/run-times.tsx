import type { DatagramOf } from '@plenum/protocol/component';
import type { NumberField } from '@plenum/protocol/field';
import { Stepper } from '../../design/field/stepper.tsx';
import { bodyFieldOf } from '../../reading/body.ts';
import { t } from '../../text/text.ts';
import { useIsAvailable, useSendCommand } from '../house-context.tsx';

const time = bodyFieldOf('RetStRunTime', 'RunTime') as NumberField;

interface RunTimesProps {
  readonly program: DatagramOf<'program'>;
  readonly stations: readonly DatagramOf<'station'>[];
}

export function RunTimes({ program, stations }: RunTimesProps) {
  const command = useSendCommand();
  const isAvailable = useIsAvailable();
  return (
    <section className="rooms" aria-label={t('schedule.runTimes')}>
      <h3>{t('schedule.minutesEach')}</h3>
      <ul>
        {stations.map(({ Index: No, Name }) => (
          <li key={No} className="rooms__one rooms__one--two">
            <span className="rooms__name">{Name}</span>
            <Stepper
              label={t('schedule.minutesOf', { name: Name })}
              value={program.RunTimes[No]?.t ?? 0}
              min={time.minimum!}
              max={time.maximum!}
              step={1}
              isDisabled={!isAvailable('RetStRunTime')}
              onChange={(RunTime) => command('RetStRunTime', { Program: program.Index, No, RunTime })}
              format={String}
              unit="min"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
