import { type DatagramOf, kinds } from '@plenum/protocol/component';
import {
  factsOf,
  type ListField,
  type NumberField,
  type RecordField,
  type Weekday,
} from '@plenum/protocol/field';
import { toMinute } from '@plenum/protocol/schedule';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Toggle } from '../../design/field/toggle.tsx';
import { Icon } from '../../design/icon.tsx';
import { Sheet } from '../../design/overlay/sheet.tsx';
import { daysOf, startsOf } from '../../reading/house/garden.ts';
import { fromTimeText, toTimeText } from '../../reading/time/week.ts';
import { t } from '../../text/text.ts';
import { DirectControls } from '../details/direct-controls.tsx';
import { CommandFieldset, ViewOnlyNote } from '../frame/command-fieldset.tsx';
import { StartProgram, useLengthOf } from '../garden/run-buttons.tsx';
import { useAll, useSendCommand } from '../house-context.tsx';
import { DayPicker } from './day-picker.tsx';
import { RunTimes } from './run-times.tsx';
import { useAutosave } from './use-autosave.ts';

type Program = DatagramOf<'program'>;

const startTimes = kinds.program.fields.properties.StartTimes as ListField<RecordField>;
const { h, m } = startTimes.items.properties as Record<'h' | 'm', NumberField>;
const off = { h: factsOf(h).disabled!, m: factsOf(m).disabled! };

const Starts = ({ program }: { program: Program }) => {
  const command = useSendCommand();
  const now = {
    starts: startsOf(program).map(toTimeText),
    days: daysOf(program) as Readonly<Record<Weekday, number>>,
  };
  // Contains only the fields that were changed here, since the others may be changed elsewhere.
  const save = async (given: Partial<typeof now>) => {
    const meant = { ...now, ...given };
    const StartTimes = meant.starts
      .map((text) => fromTimeText(text, off))
      .filter((start) => toMinute(start.h, start.m) !== undefined);
    await command('RetProgram', { Index: program.Index, StartTimes, ...meant.days });
  };
  const { draft, change: edit, flush } = useAutosave(save);
  const { starts, days } = { ...now, ...draft };
  const change = (more: Partial<typeof now>, isTyping = false) => edit({ ...draft, ...more }, isTyping);
  return (
    <div className="times">
      <Toggle
        label={t('schedule.runOnSchedule')}
        isOn={program.Enable === 1}
        onChange={(on) => command('RetPrEnable', { No: program.Index, Enable: on ? 1 : 0 })}
      />
      <ul className="starts">
        {starts.map((start, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a start time is its place
          <li key={place} className="starts__one">
            <input
              className="input num"
              type="time"
              aria-label={t('schedule.startNumber', { number: place + 1 })}
              value={start}
              onChange={({ target }) => change({ starts: starts.with(place, target.value) }, true)}
              onBlur={flush}
            />
            <Button
              className="button button--plain button--icon"
              aria-label={t('schedule.removeStart', { number: place + 1 })}
              onPress={() => change({ starts: starts.toSpliced(place, 1) })}
            >
              <Icon name="close" />
            </Button>
          </li>
        ))}
        {starts.length < startTimes.maxItems && (
          <li>
            <Button className="button button--small" onPress={() => change({ starts: [...starts, '06:00'] })}>
              <Icon name="plus" /> {t('schedule.startTime')}
            </Button>
          </li>
        )}
      </ul>
      <DayPicker days={days} onChange={(next) => change({ days: next })} />
      <p className="quiet small">{t('oneDate.autosave')}</p>
    </div>
  );
};

/** The editor of an irrigation program: start times, minutes for each station, and name. */
export function ProgramEditor({ program, onClose }: { program: Program; onClose: () => void }) {
  const minutes = useLengthOf()(program);
  const [isStarting, setIsStarting] = useState(false);
  const stations = useAll('station');
  const { Index: No } = program;
  return (
    <Sheet title={program.Name || t('schedule.program', { number: No })} isOpen onClose={onClose}>
      <ViewOnlyNote />
      <CommandFieldset command="RetProgram">
        {program.Enable === 1 && minutes > 0 && (
          <Button className="button" onPress={() => setIsStarting(true)}>
            <Icon name="drop" /> {t('schedule.waterNow')}
          </Button>
        )}
        {isStarting && (
          <StartProgram program={program} minutes={minutes} onClose={() => setIsStarting(false)} />
        )}
        <Starts program={program} />
        <RunTimes program={program} stations={stations} />
        <DirectControls kind="program" index={No} datagram={program} />
      </CommandFieldset>
    </Sheet>
  );
}
