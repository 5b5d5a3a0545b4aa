import type { DatagramOf } from '@plenum/protocol/component';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { lengthOf } from '../../reading/house/garden.ts';
import { t } from '../../text/text.ts';
import { useAll, useOne, useSendCommand } from '../house-context.tsx';

interface RunButtonsProps {
  readonly programs: readonly DatagramOf<'program'>[];
  readonly running: number;
}

interface StartProgramProps {
  readonly program: DatagramOf<'program'>;
  readonly minutes: number;
  readonly onClose: () => void;
}

/** Asks for confirmation before a program starts, since it may water for hours. */
export function StartProgram({ program: { Index: No, Name }, minutes, onClose }: StartProgramProps) {
  const command = useSendCommand();
  const start = () => {
    onClose();
    void command('RetRunProgram', { No, Run: 1 });
  };
  return (
    <Dialog title={t('garden.startTitle', { name: Name })} isOpen onClose={onClose}>
      <p>{t('garden.startHelp', { minutes })}</p>
      <div className="dialog__choices">
        <Button className="button" onPress={onClose}>
          {t('common.cancel')}
        </Button>
        <Button className="button button--main" autoFocus onPress={start}>
          {t('garden.start')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Returns a function that calculates the current duration of a program in minutes. */
export function useLengthOf(): (program: DatagramOf<'program'>) => number {
  const stations = useAll('station');
  const controller = useOne('irrigation');
  return (program) => (controller === undefined ? 0 : Math.round(lengthOf(program, stations, controller)));
}

export function RunButtons({ programs, running }: RunButtonsProps) {
  const command = useSendCommand();
  const minutesOf = useLengthOf();
  const [toStart, setToStart] = useState<number>();
  const isOffered = (program: DatagramOf<'program'>) =>
    program.Index === running || (program.Enable === 1 && minutesOf(program) > 0);
  const chosen = programs.find(({ Index }) => Index === toStart);
  return (
    <>
      <ul className="runs" aria-label={t('garden.runNow')}>
        {programs.filter(isOffered).map((program) => {
          const { Index: No, Name } = program;
          const runs = No === running;
          const label = t('garden.programLength', { name: Name, minutes: minutesOf(program) });
          return (
            <li key={No}>
              <Button
                className="button button--small"
                data-runs={runs ? '' : undefined}
                aria-label={t(runs ? 'garden.stop' : 'garden.run', { name: label })}
                onPress={() => (runs ? command('RetRunProgram', { No, Run: 0 }) : setToStart(No))}
              >
                <Icon name={runs ? 'stop' : 'play'} />
                {label}
              </Button>
            </li>
          );
        })}
      </ul>
      {chosen !== undefined && (
        <StartProgram program={chosen} minutes={minutesOf(chosen)} onClose={() => setToStart(undefined)} />
      )}
    </>
  );
}
