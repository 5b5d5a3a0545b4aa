import { RetryNotice } from '../../design/notice/retry-notice.tsx';
import { t } from '../../text/text.ts';
import type { HistoryResult } from './use-history.ts';
import './history-error.css';

/** Shows why the history could not be loaded, above a chart of older samples or instead of the chart. */
export const HistoryError = ({ samples, error, retry }: HistoryResult) =>
  error !== undefined && (
    <div className="history__problem" data-known={samples === undefined ? undefined : ''}>
      <RetryNotice
        sentence={t(samples === undefined ? 'history.notLoaded' : 'history.notRefreshed', { error })}
        isLine={samples !== undefined}
        onRetry={retry}
      />
    </div>
  );
