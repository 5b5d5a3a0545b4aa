import type { DatagramOf } from '@plenum/protocol/component';
import { weekdays } from '@plenum/protocol/field';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { clearIfUnchanged } from '../../definition/clear-draft.ts';
import { Icon } from '../../design/icon.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Toggle } from '../../design/toggle.tsx';
import { dayName, toMinute } from '../../reading/clock.ts';
import { fromTimeText, toTimeText } from '../../reading/week.ts';
import { t } from '../../text/text.ts';
import { useSendCommand } from '../context/house-context.tsx';
import { CommandForms } from '../details/command-forms.tsx';
import { ControlFieldset, ViewOnlyNote } from '../frame/command-fieldset.tsx';
import { DayPicker } from './day-picker.tsx';
import { FanCoilTable } from './fan-coil-table.tsx';
import { type Family, type Favourite, offOf } from './favourite-kinds.ts';
import { RoomTable } from './room-table.tsx';
import { SplitTable } from './split-table.tsx';

interface EditorProps {
  readonly family: Family;
  readonly favourite: Favourite;
  readonly onClose: () => void;
}

const timesOf = (start: string, stop: string): string => {
  const begin = start || t('schedule.manual');
  return stop === '' ? begin : t('schedule.until', { start: begin, stop });
};

const Times = ({ family, favourite }: EditorProps) => {
  const command = useSendCommand();
  const now = {
    start: toTimeText(toMinute(favourite.StartH, favourite.StartM)),
    stop: toTimeText(toMinute(favourite.StopH, favourite.StopM)),
    days: favourite.DaysEnabled,
  };
  const [draft, setDraft] = useState<typeof now>();
  const { start, stop, days } = draft ?? now;
  const change = (more: Partial<typeof now>) => setDraft({ start, stop, days, ...more });
  if (family.settings === undefined || family.enable === undefined)
    return (
      <>
        <p className="quiet">{t('schedule.fixed')}</p>
        <p>
          {weekdays
            .filter((day) => days[day] === 1)
            .map((day) => dayName(day))
            .join(', ') || t('schedule.noDay')}
          <span className="num">{`, ${timesOf(start, stop)}`}</span>
        </p>
      </>
    );
  const { settings, enable } = family;
  const save = async () => {
    const off = offOf(settings);
    const from = fromTimeText(start, off);
    const to = fromTimeText(stop, off);
    const body = {
      Index: favourite.Index,
      StartH: from.h,
      StartM: from.m,
      StopH: to.h,
      StopM: to.m,
      DaysEnabled: days,
    };
    if (await command(settings, body)) setDraft(clearIfUnchanged(draft));
  };
  return (
    <div className="times">
      <Toggle
        label={t('schedule.runOnSchedule')}
        isOn={favourite.Enabled === 1}
        onChange={(on) => command(enable[0], { Index: favourite.Index, [enable[1]]: on ? 1 : 0 })}
      />
      <div className="times__ends">
        <label className="field">
          <span className="field__label">{t('schedule.start')}</span>
          <input
            className="input num"
            type="time"
            value={start}
            onChange={({ target }) => change({ start: target.value })}
          />
        </label>
        <label className="field">
          <span className="field__label">{t('schedule.stop')}</span>
          <input
            className="input num"
            type="time"
            value={stop}
            onChange={({ target }) => change({ stop: target.value })}
          />
        </label>
      </div>
      <DayPicker days={days} onChange={(next) => change({ days: next })} />
      <Button className="button button--main" isDisabled={draft === undefined} onPress={save}>
        {t('schedule.saveTimes')}
      </Button>
    </div>
  );
};

/** The settings of a favourite, by family. */
const Effects = ({ family: { kind }, favourite }: EditorProps) => {
  if (kind === 'schedule') return <RoomTable favourite={favourite as DatagramOf<'schedule'>} />;
  if (kind === 'splitFavourite') return <SplitTable favourite={favourite as DatagramOf<'splitFavourite'>} />;
  return <FanCoilTable favourite={favourite as DatagramOf<'vrfFavourite'>} />;
};

/** The commands with dedicated controls in an editor. */
const placed: readonly string[] = ['FavouriteSet', 'SchedZones', 'SplitSystemChangeSplitFavourite'];

/** The editor of a favourite: times, settings and name. */
export const FavouriteEditor = (props: EditorProps) => {
  const { family, favourite, onClose } = props;
  const send = useSendCommand();
  const shown = [...placed, family.settings, family.enable?.[0]].filter((name) => name !== undefined);
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
        <Effects {...props} />
        <CommandForms kind={family.kind} index={Index} datagram={favourite} placed={shown} />
      </ControlFieldset>
    </Sheet>
  );
};
