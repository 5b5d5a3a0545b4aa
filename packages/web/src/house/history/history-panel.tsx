import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { downloadFile } from '../../design/download.ts';
import { Icon } from '../../design/icon.tsx';
import { type Column, toCsv } from '../../reading/number/csv.ts';
import { rowOf, type Samples } from '../../reading/number/samples.ts';
import { t } from '../../text/text.ts';
import { HistoryError } from './history-error.tsx';
import type { HistoryResult } from './use-history.ts';
import type { View } from './use-view.ts';

const isEmpty = (history: Samples, series: string) => rowOf(history, series).every((value) => value === null);

interface HistoryPanelProps {
  readonly title: string;
  readonly file: string;
  readonly recorded: HistoryResult;
  readonly columns: readonly Column[];
  readonly view: View;
  /** The controls that select the series. */
  readonly choices?: ReactNode;
  readonly children: (history: Samples) => ReactNode;
}

/** A panel with a chart, its controls, and a download of its data. */
export function HistoryPanel({ title, file, recorded, columns, view, choices, children }: HistoryPanelProps) {
  const { samples: history } = recorded;
  const hasNothing =
    history !== undefined &&
    columns[0] !== undefined &&
    view.shown === view.whole &&
    isEmpty(history, columns[0].series);
  return (
    <section className="panel card" aria-label={title}>
      <div className="history__head">
        <h2>{title}</h2>
        <Button
          className="button button--small"
          isDisabled={history === undefined}
          onPress={() => history !== undefined && downloadFile(`${file}.csv`, toCsv(history, columns))}
        >
          <Icon name="download" /> CSV
        </Button>
      </div>
      {choices !== undefined && <div className="history__choices">{choices}</div>}
      <div className="history__chart">
        <HistoryError {...recorded} />
        {hasNothing ? (
          <p className="history__empty quiet">{t('chart.nothingYet')}</p>
        ) : (
          history !== undefined && children(history)
        )}
      </div>
    </section>
  );
}
