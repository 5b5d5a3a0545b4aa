import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { type Column, toCsv } from '../../reading/csv.ts';
import { rowOf, type Samples } from '../../reading/samples.ts';
import { HistoryProblem } from './history-problem.tsx';
import { saveFile } from './save-file.ts';
import type { Recorded } from './use-history.ts';
import type { View } from './use-view.ts';

const isEmpty = (history: Samples, series: string) => rowOf(history, series).every((value) => value === null);

interface BlockProps {
  readonly title: string;
  readonly file: string;
  readonly recorded: Recorded;
  readonly columns: readonly Column[];
  readonly view: View;
  readonly tools?: ReactNode;
  readonly children: (history: Samples) => ReactNode;
}

/** One history of the page: its chart, what is chosen for it, and its numbers as a file. */
export const Block = ({ title, file, recorded, columns, view, tools, children }: BlockProps) => {
  const { samples: history } = recorded;
  const hasNothing =
    history !== undefined && view.shown === view.whole && isEmpty(history, columns[0]!.series);
  return (
    <section className="panel card" aria-label={title}>
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
        <HistoryProblem {...recorded} />
        {hasNothing ? (
          <p className="history__empty quiet">
            Nothing was recorded in this time yet. The bridge takes a sample each minute.
          </p>
        ) : (
          history !== undefined && children(history)
        )}
      </div>
    </section>
  );
};
