import type { DatagramOf } from '@plenum/protocol/component';
import { factsOf, weekdays } from '@plenum/protocol/field';
import { toMinute } from '@plenum/protocol/schedule';
import { Button } from 'react-aria-components';
import { Toggle } from '../../design/field/toggle.tsx';
import { Icon } from '../../design/icon.tsx';
import { Sheet } from '../../design/overlay/sheet.tsx';
import { bodyFieldOf } from '../../reading/body.ts';
import { dayName, formatMinute } from '../../reading/time/clock.ts';
import { fromTimeText, toTimeText } from '../../reading/time/week.ts';
import { t } from '../../text/text.ts';
import { DirectControls } from '../details/direct-controls.tsx';
import { ControlFieldset, ViewOnlyNote } from '../frame/command-fieldset.tsx';
import { navigate } from '../frame/routes.ts';
import { useAll, useSendCommand } from '../house-context.tsx';
import { DayPicker } from './day-picker.tsx';
import { FanCoilTable } from './fan-coil-table.tsx';
import { type Family, type Favourite, offOf } from './favourite-kinds.ts';
import { OneDate } from './one-date.tsx';
import { RoomTable } from './room-table.tsx';
import { SplitTable } from './split-table.tsx';
import { TimeInput } from './time-input.tsx';
import { useAutosave } from './use-autosave.ts';

interface EditorProps {
  readonly family: Family;
  readonly favourite: Favourite;
  readonly onClose: () => void;
}

/** Formats the times of a read-only favourite in the reader's time format. */
const timesOf = ({ StartH, StartM, StopH, StopM }: Favourite): string => {
  const from = toMinute(StartH, StartM);
  const to = toMinute(StopH, StopM);
  const start = from === undefined ? t('schedule.manual') : formatMinute(from);
  return to === undefined ? start : t('schedule.until', { start, stop: formatMinute(to) });
};

const Times = ({ family, favourite }: EditorProps) => {
  const command = useSendCommand();
  const now = {
    start: toTimeText(toMinute(favourite.StartH, favourite.StartM)),
    stop: toTimeText(toMinute(favourite.StopH, favourite.StopM)),
    days: favourite.DaysEnabled,
  };
  // Contains only the fields that were changed here, since the others may be changed elsewhere.
  const save = async (given: Partial<typeof now>) => {
    if (family.settings === undefined) return;
    const off = offOf(family.settings);
    const meant = { ...now, ...given };
    const from = fromTimeText(meant.start, off);
    const to = fromTimeText(meant.stop, off);
    await command(family.settings, {
      Index: favourite.Index,
      StartH: from.h,
      StartM: from.m,
      StopH: to.h,
      StopM: to.m,
      DaysEnabled: meant.days,
    });
  };
  const { draft, change: edit, flush } = useAutosave(save);
  const { start, stop, days } = { ...now, ...draft };
  const change = (more: Partial<typeof now>, isTyping = false) => edit({ ...draft, ...more }, isTyping);
  if (family.settings === undefined || family.enable === undefined)
    return (
      <>
        <p className="quiet">{t('schedule.fixed')}</p>
        <p>
          {weekdays
            .filter((day) => days[day] === 1)
            .map((day) => dayName(day))
            .join(', ') || t('schedule.noDay')}
          <span className="num">{`, ${timesOf(favourite)}`}</span>
        </p>
      </>
    );
  const { enable } = family;
  return (
    <div className="times">
      <Toggle
        label={t('schedule.runOnSchedule')}
        isOn={favourite.Enabled === 1}
        onChange={(on) => command(enable[0], { Index: favourite.Index, [enable[1]]: on ? 1 : 0 })}
      />
      <div className="times__ends">
        <TimeInput
          label={t('schedule.start')}
          value={start}
          onChange={(next) => change({ start: next }, true)}
          onLeave={flush}
        />
        <TimeInput
          label={t('schedule.stop')}
          value={stop}
          onChange={(next) => change({ stop: next }, true)}
          onLeave={flush}
        />
      </div>
      <DayPicker days={days} onChange={(next) => change({ days: next })} />
      <p className="quiet small">{t('oneDate.autosave')}</p>
    </div>
  );
};

const encoder = new TextEncoder();

/** Returns the name of a copy: `Wake up 2`, truncated to the maximum number of bytes. */
const nameCopy = (name: string): string => {
  const { bytes = Number.POSITIVE_INFINITY } = factsOf(bodyFieldOf('SchedName', 'Name'));
  const letters = [...name];
  while (encoder.encode(`${letters.join('')} 2`).length > bytes) letters.pop();
  return `${letters.join('').trim()} 2`;
};

/** Copies a favourite to an unused one, for the days on which the favourite does not run, and opens the copy. */
const CopyToDays = ({ favourite }: { favourite: DatagramOf<'schedule'> }) => {
  const command = useSendCommand();
  const unused = useAll('schedule').find(({ Name }) => Name === '');
  if (favourite.Name === '') return null;
  const copy = async (Index: number) => {
    const { Name, Mode, Fan, Zones, StartH, StartM, StopH, StopM, Enabled, DaysEnabled } = favourite;
    const others = Object.fromEntries(weekdays.map((day) => [day, DaysEnabled[day] === 1 ? 0 : 1]));
    const isDone =
      (await command('SchedName', { Index, Name: nameCopy(Name) })) &&
      (await command('SchedAcMode', { Index, Mode })) &&
      (await command('SchedAcFan', { Index, Fan })) &&
      (await command('SchedZones', { Index, Zones })) &&
      (await command('SchedSettings', { Index, StartH, StartM, StopH, StopM, DaysEnabled: others })) &&
      (await command('SchedEnable', { Index, Enabled }));
    if (isDone) navigate('schedules', 'schedule', Index);
  };
  return (
    <div className="one-date">
      <Button
        className="button"
        isDisabled={unused === undefined}
        onPress={() => unused !== undefined && copy(unused.Index)}
      >
        <Icon name="plus" /> {t('oneDate.copy')}
      </Button>
      <p className="quiet small">{unused === undefined ? t('oneDate.noneFree') : t('oneDate.copyHelp')}</p>
    </div>
  );
};

/** The settings of a favourite, by family. */
const Effects = ({ family: { kind }, favourite }: EditorProps) => {
  if (kind === 'schedule') return <RoomTable favourite={favourite as DatagramOf<'schedule'>} />;
  if (kind === 'splitFavourite') return <SplitTable favourite={favourite as DatagramOf<'splitFavourite'>} />;
  return <FanCoilTable favourite={favourite as DatagramOf<'vrfFavourite'>} />;
};

export function FavouriteEditor(props: EditorProps) {
  const { family, favourite, onClose } = props;
  const send = useSendCommand();
  const { Index } = favourite;
  return (
    <Sheet title={favourite.Name || t('schedule.favourite', { number: Index })} isOpen onClose={onClose}>
      <ViewOnlyNote />
      <ControlFieldset>
        {family.start && favourite.Name !== '' && (
          <Button className="button" onPress={() => send('FavouriteSet', Index + 1)}>
            <Icon name="play" /> {t('schedule.startNow')}
          </Button>
        )}
        <Times {...props} />
        {family.kind !== 'vrfFavourite' && favourite.Name !== '' && (
          <OneDate kind={family.kind} favourite={favourite} />
        )}
        {family.kind === 'schedule' && <CopyToDays favourite={favourite as DatagramOf<'schedule'>} />}
        <Effects {...props} />
        <DirectControls kind={family.kind} index={Index} datagram={favourite} />
      </ControlFieldset>
    </Sheet>
  );
}
