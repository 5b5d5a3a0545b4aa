import type { RequestsAnswer } from '@plenum/protocol/simulation';
import { useQuery } from '@tanstack/react-query';
import { RetryNotice } from '../design/notice/retry-notice.tsx';
import { RequestList } from '../design/request-list.tsx';
import { formatInstant } from '../reading/time/clock.ts';
import { useReread } from '../state/use-reread.ts';
import { t } from '../text/text.ts';
import { useSimulator } from './simulator-context.ts';

type Request = RequestsAnswer['requests'][number];

/** Requests that are shown; the bridge lists more. */
const maxShown = 20;

const subjectOf = ({ over, method, path }: Pick<Request, 'over' | 'method' | 'path'>): string => {
  if (method !== undefined) return `${method} ${path}`;
  return over === 'udp' ? t('simulator.discovery') : t('simulator.throughCloud');
};

const toListed = ({ from, client, houseAt, ...request }: Request, timeZone: string | undefined) => ({
  ...request,
  time: houseAt === undefined ? undefined : formatInstant(houseAt, timeZone),
  subject: subjectOf(request),
  about: [client, from],
});

/** The latest requests to the bridge, for developers of clients. */
export function RequestsPanel() {
  const { statusKey, requestsPath, readRequests, timeZone } = useSimulator();
  const queryKey = [...statusKey, 'requests'];
  const { data, failureReason } = useQuery({
    queryKey,
    queryFn: readRequests,
    refetchInterval: 2_000,
  });
  const reread = useReread(queryKey);
  const requests = data?.requests.slice(0, maxShown);
  return (
    <section className="panel card" aria-labelledby="requests-title">
      <h2 id="requests-title">{t('simulator.requests')}</h2>
      <p className="quiet small">{t('simulator.requestsHelp', { path: requestsPath })}</p>
      {requests === undefined && failureReason !== null && (
        <RetryNotice
          sentence={t('simulator.requestsNotLoaded', { reason: failureReason.message })}
          onRetry={reread}
        />
      )}
      {requests?.length === 0 && <p className="quiet">{t('simulator.noRequests')}</p>}
      {requests !== undefined && requests.length > 0 && (
        <RequestList requests={requests.map((one) => toListed(one, timeZone))} />
      )}
    </section>
  );
}
