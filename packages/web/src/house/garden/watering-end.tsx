import type { DatagramOf } from '@plenum/protocol/component';
import type { CommandEvent, EventsAnswer } from '@plenum/protocol/extension';
import { enumerations } from '@plenum/protocol/field';
import { useQuery } from '@tanstack/react-query';
import { wateringEnd } from '../../reading/house/garden.ts';
import { toCivil } from '../../reading/time/civil.ts';
import { formatMinute } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { useAll, useHouseContext, useHouseTime, useOne } from '../house-context.tsx';

type Station = DatagramOf<'station'>;

const { manual } = enumerations.stationMode.values;
const minuteLong = 60_000;
const day = 1_440;
/** The longest watering by hand, in ms. */
const longest = 240 * minuteLong;

/** Returns when somebody started the watering of a station, which the controller does not report. */
const useStartedAt = ({ Index, Mode, State }: Station, program: number): number | undefined => {
  const { house, client } = useHouseContext();
  const isStart = ({ command, body, index }: CommandEvent) =>
    Mode === manual
      ? command === 'RetStnMode' && index === Index && (body as { Mode: number }).Mode === manual
      : command === 'RetRunProgram' && index === program && (body as { Run: number }).Run === 1;
  const { data } = useQuery({
    queryKey: ['watering', Index, Mode, State, program],
    queryFn: async () => {
      const { at } = house.state.get();
      const range = `from=${at - longest}&to=${at + minuteLong}`;
      const answer = (await client.get(`/history/events?${range}`)) as EventsAnswer | undefined;
      return answer?.events.findLast((one) => one.what === 'command' && isStart(one))?.at ?? null;
    },
  });
  return data ?? undefined;
};

/** Shows how long a station is still watered, and until when; nothing if that is unknown. */
export function WateringEnd({ station }: { station: Station }) {
  const stations = useAll('station');
  const programs = useAll('program');
  const controller = useOne('irrigation')!;
  const { now, timeZone } = useHouseTime();
  const startedAt = useStartedAt(station, controller.CurrentProgram);
  const { weekday, minute: whole } = toCivil(now, timeZone);
  const minute = whole + (now % minuteLong) / minuteLong;
  const end = wateringEnd(
    station,
    { stations, programs, controller },
    { weekday, minute, startedAt: startedAt && minute - (now - startedAt) / minuteLong },
  );
  if (end === undefined || end <= minute) return null;
  return (
    <p className="num">
      {t('garden.left', { minutes: Math.ceil(end - minute), end: formatMinute(Math.round(end) % day) })}
    </p>
  );
}
