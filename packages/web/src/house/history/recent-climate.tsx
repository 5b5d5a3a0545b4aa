import { leaderOf } from '@plenum/insight/status';
import type { Datagrams } from '@plenum/protocol/component';
import { columnsOf, type Subject, subjectId, subjectsOf } from '../../reading/house/subjects.ts';
import { noSamples } from '../../reading/number/samples.ts';
import { t } from '../../text/text.ts';
import { useDatagrams, useScale, useTimeZone } from '../house-context.tsx';
import { ClimateChart } from './chart/climate-chart.tsx';
import { HistoryError } from './history-error.tsx';
import { useHistory } from './use-history.ts';
import { useSpan } from './use-span.ts';
import { useView } from './use-view.ts';
import './history.css';

const day = 86_400_000;

/**
 * Returns a component with a temperature history. If the unit follows a zone, the setpoint of the unit is that of the
 * zone, as on the unit's controls.
 */
const shownSubject = (datagrams: Datagrams, id: string): Subject | undefined => {
  const subjects = subjectsOf(datagrams);
  const subject = subjects.find((one) => one.id === id);
  const [unit] = datagrams.unit;
  if (subject === undefined || unit === undefined || id !== subjectId('unit', 0)) return subject;
  const leader = leaderOf(unit, datagrams.zone);
  const zone = leader && subjects.find((one) => one.id === subjectId('zone', leader.Index));
  return zone === undefined ? subject : { ...subject, id: `${id}-${zone.id}`, setpoint: zone.setpoint };
};

/** Shows the last 24 hours of a component with a temperature history; nothing for other components. */
export function RecentClimate({ id }: { id: string }) {
  const timeZone = useTimeZone();
  const scale = useScale();
  const datagrams = useDatagrams();
  const subject = shownSubject(datagrams, id);
  const view = useView(useSpan(day));
  const recorded = useHistory(
    subject === undefined ? [] : columnsOf(subject).map(({ series }) => series),
    view.shown,
  );
  if (subject === undefined) return null;
  return (
    <section className="recent card" aria-label={t('chart.lastDay')}>
      <HistoryError {...recorded} />
      {(recorded.error === undefined || recorded.samples !== undefined) && (
        <ClimateChart
          height={210}
          history={recorded.samples ?? noSamples}
          subject={subject}
          scale={scale}
          timeZone={timeZone}
          view={view}
        />
      )}
    </section>
  );
}
