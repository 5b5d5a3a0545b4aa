import type { DatagramOf } from '@plenum/protocol/component';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { useSendCommand } from '../context/house-context.tsx';

interface RunButtonsProps {
  readonly programs: readonly DatagramOf<'program'>[];
  readonly running: number;
}

/** Buttons to start and stop each program. */
export const RunButtons = ({ programs, running }: RunButtonsProps) => {
  const command = useSendCommand();
  return (
    <ul className="runs" aria-label={t('garden.runNow')}>
      {programs.map(({ Index: No, Name }) => {
        const runs = No === running;
        return (
          <li key={No}>
            <Button
              className="button button--small"
              data-runs={runs ? '' : undefined}
              aria-label={t(runs ? 'garden.stop' : 'garden.run', { name: Name })}
              onPress={() => command('RetRunProgram', { No, Run: runs ? 0 : 1 })}
            >
              <Icon name={runs ? 'stop' : 'play'} />
              {Name}
            </Button>
          </li>
        );
      })}
    </ul>
  );
};
