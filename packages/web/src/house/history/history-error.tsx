import { RetryNotice } from '../../design/notice/retry-notice.tsx';
import { t } from '../../text/text.ts';
import type { HistoryResult } from './use-history.ts';
import './history-error.css';

/** Shows the error of the history, above a chart of older samples or in place of a chart. */
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
