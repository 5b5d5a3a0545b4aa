import { useState } from 'react';
import { Picker } from '../../design/picker.tsx';
import { columnsOf, subjectsOf } from '../../reading/subjects.ts';
import { useDatagrams, useScale, useTimeZone } from '../context/house-context.tsx';
import { ClimateChart } from './climate-chart.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { useHistory } from './use-history.ts';
import type { View } from './use-view.ts';

/** The temperature of the house, a room or a fan-coil, to choose. */
export const ClimateHistory = ({ view }: { view: View }) => {
  const timeZone = useTimeZone();
  const scale = useScale();
  const subjects = subjectsOf(useDatagrams());
  const [chosen, choose] = useState(Math.min(1, subjects.length - 1));
  const subject = subjects[chosen];
  const columns = subject === undefined ? [] : columnsOf(subject);
  const recorded = useHistory(
    columns.map(({ series }) => series),
    view.shown,
  );
  if (subject === undefined) return null;
  return (
    <HistoryPanel
      title="Temperature"
      file={subject.id}
      recorded={recorded}
      columns={columns}
      view={view}
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
      {(history) => <ClimateChart {...{ subject, history, scale, timeZone, view }} />}
    </HistoryPanel>
  );
};
