import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { Picker } from '../../design/picker.tsx';
import { Segmented } from '../../design/segmented.tsx';
import { type Column, toCsv } from '../../reading/csv.ts';
import { channelsOf, consumersOf, toEnergy } from '../../reading/power.ts';
import type { Samples } from '../../reading/samples.ts';
import { subjectsOf } from '../../reading/subjects.ts';
import { useHouse, useHouseTime, useOne, useScale, useStore } from '../context.tsx';
import { ClimateChart } from './climate-chart.tsx';
import { saveFile } from './save-file.ts';
import { StackChart } from './stack-chart.tsx';
import { type Span, useHistory } from './use-history.ts';
import './history.css';

const hour = 3_600_000;
const ranges = [
  { value: 24, label: '24 hours' },
  { value: 168, label: '7 days' },
  { value: 720, label: '30 days' },
] as const;

/** The span that ends now, to the step: so that reading it again asks for the same until a step is over. */
const useSpan = (hours: number): Span => {
  const { now } = useHouseTime(20_000);
  const points = 360;
  const step = (hours * hour) / points;
  const to = (Math.floor(now / step) + 1) * step;
  return { from: to - hours * hour, to, points };
};

const isEmpty = (history: Samples, series: string) =>
  (history.values[series] ?? []).every((value) => value === null);

interface BlockProps {
  readonly title: string;
  readonly file: string;
  readonly history: Samples | undefined;
  readonly columns: readonly Column[];
  readonly tools?: React.ReactNode;
  readonly children: React.ReactNode;
}

const Block = ({ title, file, history, columns, tools, children }: BlockProps) => (
  <section className="history card" aria-label={title}>
    <div className="history__head">
      <h2>{title}</h2>
      {tools}
      <Button
        className="button button--small"
        isDisabled={history === undefined}
        onPress={() => history !== undefined && saveFile(`${file}.csv`, toCsv(history, columns))}
      >
        <Icon name="download" /> CSV
      </Button>
    </div>
    <div className="history__chart">
      {history !== undefined && isEmpty(history, columns[0]!.series) ? (
        <p className="history__empty quiet">
          Nothing was recorded in this time yet. The bridge takes a sample each minute.
        </p>
      ) : (
        children
      )}
    </div>
  </section>
);

const Climate = ({ span, isLong }: { span: Span; isLong: boolean }) => {
  const { house } = useHouse();
  const { timeZone } = useHouseTime(60_000);
  const scale = useScale();
  const datagrams = useStore(house.state, (state) => state.datagrams);
  const subjects = subjectsOf(datagrams);
  const [chosen, choose] = useState(Math.min(1, subjects.length - 1));
  const subject = subjects[chosen];
  const columns =
    subject === undefined
      ? []
      : [subject.temperature, subject.setpoint, subject.damper, subject.outdoors].filter(
          (column) => column !== undefined,
        );
  const history = useHistory(
    columns.map(({ series }) => series),
    span,
  );
  if (subject === undefined) return null;
  return (
    <Block
      title="Temperature"
      file={subject.id}
      history={history}
      columns={columns}
      tools={
        <div className="history__subject">
          <Picker
            label="Room"
            isLabelHidden
            value={chosen}
            onChange={choose}
            options={subjects.map(({ name }, value) => ({ value, label: name }))}
          />
        </div>
      }
    >
      {history !== undefined && <ClimateChart {...{ subject, history, scale, timeZone, isLong }} />}
    </Block>
  );
};

const Power = ({ span }: { span: Span }) => {
  const config = useOne('power');
  const status = useOne('powerStatus');
  const { timeZone } = useHouseTime(60_000);
  const channels = config === undefined ? [] : channelsOf(config, status);
  const parts = consumersOf(channels);
  const columns = channels.map(({ series, name }) => ({ series, heading: `${name} W`, scale: 1 }));
  const history = useHistory(
    columns.map(({ series }) => series),
    span,
  );
  if (config === undefined) return null;
  return (
    <Block title="Power by channel" file="power" history={history} columns={columns}>
      {history !== undefined && (
        <>
          <StackChart channels={parts} history={history} timeZone={timeZone} height={340} />
          <dl className="figures history__sums">
            {channels.map(({ series, name }) => (
              <div key={series} className="figure">
                <dt>{name}</dt>
                <dd className="num">
                  {toEnergy(history.values[series] ?? [], history.step).toFixed(1)} <small>kWh</small>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Block>
  );
};

/** What was: temperatures against their targets, and where the power went. */
export const HistoryPage = () => {
  const [hours, setHours] = useState<number>(24);
  const span = useSpan(hours);
  return (
    <div className="page">
      <div className="page__head">
        <p className="quiet">Drag across a chart to look closer; double-click to see all again.</p>
        <Segmented label="Time shown" options={ranges} value={hours} onChange={setHours} />
      </div>
      <Climate span={span} isLong={hours > 48} />
      <Power span={span} />
    </div>
  );
};
