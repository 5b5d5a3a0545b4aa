import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { type Column, toCsv } from '../../reading/csv.ts';
import { rowOf, type Samples } from '../../reading/samples.ts';
import { saveFile } from './save-file.ts';
import type { View } from './use-view.ts';

const isEmpty = (history: Samples, series: string) => rowOf(history, series).every((value) => value === null);

interface BlockProps {
  readonly title: string;
  readonly file: string;
  readonly history: Samples | undefined;
  readonly columns: readonly Column[];
  readonly view: View;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** One history of the page: its chart, what is chosen for it, and its numbers as a file. */
export const Block = ({ title, file, history, columns, view, tools, children }: BlockProps) => (
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
      {history !== undefined && view.shown === view.whole && isEmpty(history, columns[0]!.series) ? (
        <p className="history__empty quiet">
          Nothing was recorded in this time yet. The bridge takes a sample each minute.
        </p>
      ) : (
        children
      )}
    </div>
  </section>
);
