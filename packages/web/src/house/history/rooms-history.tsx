import { type CSSProperties, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { type Subject, subjectsOf } from '../../reading/house/subjects.ts';
import type { Column } from '../../reading/number/csv.ts';
import { t } from '../../text/text.ts';
import { useDatagrams, useScale, useTimeZone } from '../house-context.tsx';
import { useChartTheme } from './chart/chart-theme.ts';
import { type Extras, machinesOf, RoomsChart, roomColour } from './chart/rooms-chart.tsx';
import { HistoryPanel } from './history-panel.tsx';
import type { RecordedEvents } from './use-events.ts';
import { useHistory } from './use-history.ts';
import type { View } from './use-view.ts';

/** Maximum number of rooms, because more lines could not be distinguished. */
const maxRooms = 6;

interface ChipsProps {
  readonly label: string;
  readonly options: readonly {
    readonly id: string;
    readonly label: string;
    readonly colour?: string | undefined;
  }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** True if no more options can be selected. */
  readonly isFull?: boolean;
}

/** Selects any number of options. */
const Chips = ({ label, options, chosen, onChange, isFull = false }: ChipsProps) => (
  <ToggleButtonGroup
    className="chips"
    aria-label={label}
    selectionMode="multiple"
    selectedKeys={chosen}
    onSelectionChange={(keys) => onChange([...keys].map(String))}
  >
    {options.map(({ id, label: name, colour }) => (
      <ToggleButton
        key={id}
        id={id}
        className="chip"
        isDisabled={isFull && !chosen.includes(id)}
        style={{ '--chip': colour ?? 'var(--ink-2)' } as CSSProperties}
      >
        {name}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);

const extraNames = ['setpoint', 'damper', 'outdoors', 'events'] as const satisfies readonly (keyof Extras)[];
const firstExtras: Extras = { setpoint: true, damper: false, outdoors: true, events: true };

const columnsOf = (subjects: readonly Subject[]): readonly Column[] => {
  const isOnly = subjects.length === 1;
  const headed = (name: string, column: Column): Column =>
    isOnly ? column : { ...column, heading: `${name}: ${column.heading}` };
  const ofRooms = subjects.flatMap(({ name, temperature, setpoint, damper }) => [
    temperature,
    headed(name, setpoint),
    ...(damper === undefined ? [] : [headed(name, damper)]),
  ]);
  const [first] = subjects;
  const machines = machinesOf(subjects).flatMap((machine) =>
    (['Heating', 'Cooling'] as const).map((what) => ({
      series: `${machine}.${what}`,
      heading: `${machine === 'unit' ? '' : `${machine} `}${t(what === 'Heating' ? 'history.heating' : 'history.cooling')} %`,
      scale: 1,
    })),
  );
  return [...ofRooms, ...(first === undefined ? [] : [first.outdoors]), ...machines];
};

/** Compares the temperatures of the selected rooms in one chart. */
export function RoomsHistory({ view, recorded: events }: { view: View; recorded: RecordedEvents }) {
  const timeZone = useTimeZone();
  const scale = useScale();
  const look = useChartTheme();
  const subjects = subjectsOf(useDatagrams());
  const [chosen, choose] = useState<readonly string[]>(() =>
    subjects
      .slice(1, 3)
      .concat(subjects.length < 2 ? subjects : [])
      .map(({ id }) => id),
  );
  const [extras, setExtras] = useState(firstExtras);
  const shown = subjects.filter(({ id }) => chosen.includes(id));
  const columns = columnsOf(shown);
  const recorded = useHistory(
    columns.map(({ series }) => series),
    view.shown,
  );
  const hasDamper = shown.some(({ damper }) => damper !== undefined);
  const colourOf = (id: string) => {
    const index = shown.findIndex((one) => one.id === id);
    return index === -1 ? undefined : roomColour(look, index, shown.length);
  };
  if (subjects.length === 0) return null;
  return (
    <HistoryPanel
      title={t('history.temperature')}
      file={shown.map(({ id }) => id).join('-') || 'history'}
      recorded={recorded}
      columns={columns}
      view={view}
      choices={
        <>
          <Chips
            label={t('history.rooms')}
            options={subjects.map(({ id, name }) => ({ id, label: name, colour: colourOf(id) }))}
            chosen={chosen}
            onChange={choose}
            isFull={shown.length >= maxRooms}
          />
          {shown.length >= maxRooms && (
            <p className="quiet small">{t('history.roomsFull', { count: maxRooms })}</p>
          )}
          <Chips
            label={t('history.alsoShow')}
            options={extraNames
              .filter((name) => name !== 'damper' || hasDamper)
              .map((name) => ({ id: name, label: t(`history.${name}`) }))}
            chosen={extraNames.filter((name) => extras[name])}
            onChange={(keys) =>
              setExtras({
                setpoint: keys.includes('setpoint'),
                damper: keys.includes('damper'),
                outdoors: keys.includes('outdoors'),
                events: keys.includes('events'),
              })
            }
          />
        </>
      }
    >
      {(history) =>
        shown.length === 0 ? (
          <p className="history__empty quiet">{t('history.chooseRoom')}</p>
        ) : (
          <RoomsChart
            subjects={shown}
            extras={extras}
            history={history}
            recorded={events}
            scale={scale}
            timeZone={timeZone}
            view={view}
          />
        )
      }
    </HistoryPanel>
  );
}
