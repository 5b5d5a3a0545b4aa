import { isHoliday } from '@plenum/protocol/schedule';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../text/text.ts';
import { ControlFieldset } from '../frame/command-fieldset.tsx';
import { useOne } from '../house-context.tsx';
import { ExceptionList } from './exception-list.tsx';
import { TimeInput } from './time-input.tsx';
import { exceptionsPath, useExceptions } from './use-exceptions.ts';
import { WallControllerNote } from './wall-controller-note.tsx';

/** Lists and sets holidays: periods during which no favourite starts, each until a date of return. */
export function Holidays() {
  const { exceptions, send } = useExceptions();
  const hasGarden = useOne('irrigation') !== undefined;
  const [draft, setDraft] = useState<{ date?: string; until?: string }>({});
  if (exceptions === undefined) return null;
  const { date = '', until = '' } = draft;
  const set = async () => {
    if (await send(exceptionsPath, { kind: 'holiday', date, until }))
      setDraft((now) => (now === draft ? {} : now));
  };
  return (
    <section className="panel card one-date" aria-label={t('oneDate.holiday')}>
      <h2>{t('oneDate.holiday')}</h2>
      <p className="quiet small">{t('oneDate.holidayHelp', { hasGarden })}</p>
      <WallControllerNote />
      <ControlFieldset>
        <ExceptionList exceptions={exceptions.filter(isHoliday)} send={send} />
        <div className="one-date__form">
          <TimeInput
            label={t('oneDate.leave')}
            type="date"
            value={date}
            onChange={(next) => setDraft({ ...draft, date: next })}
          />
          <TimeInput
            label={t('oneDate.return')}
            type="date"
            value={until}
            onChange={(next) => setDraft({ ...draft, until: next })}
          />
          <Button className="button button--main" isDisabled={date === '' || until === ''} onPress={set}>
            {t('oneDate.setHoliday')}
          </Button>
        </div>
      </ControlFieldset>
    </section>
  );
}
