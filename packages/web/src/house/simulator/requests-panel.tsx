import type { RequestsAnswer } from '@plenum/protocol/simulation';
import { useQuery } from '@tanstack/react-query';
import { RetryNotice } from '../../design/notice/retry-notice.tsx';
import { RequestList } from '../../design/request-list.tsx';
import { t } from '../../text/text.ts';
import { simulationKey, useHouseContext } from '../context/house-context.tsx';
import { useReread } from '../context/use-reread.ts';

type Request = RequestsAnswer['requests'][number];

const requestsKey = [...simulationKey, 'requests'];

/** Requests that are shown; the bridge lists more. */
const maxShown = 20;

const subjectOf = ({ over, method, path }: Pick<Request, 'over' | 'method' | 'path'>): string => {
  if (over === 'udp') return t('simulator.discovery');
  return over === 'cloud' ? t('simulator.throughCloud') : `${method} ${path}`;
};

const toListed = ({ from, client, ...request }: Request) => ({
  ...request,
  subject: subjectOf(request),
  about: [client, from],
});

/** The latest requests to the bridge, for developers of clients. */
export const RequestsPanel = () => {
  const { client } = useHouseContext();
  const { data, failureReason } = useQuery({
    queryKey: requestsKey,
    queryFn: async () => (await client.get('/simulation/requests')) as RequestsAnswer,
    refetchInterval: 2_000,
  });
  const reread = useReread(requestsKey);
  const requests = data?.requests.slice(0, maxShown);
  return (
    <section className="panel card" aria-labelledby="requests-title">
      <h2 id="requests-title">{t('simulator.requests')}</h2>
      <p className="quiet small">{t('simulator.requestsHelp')}</p>
      {requests === undefined && failureReason !== null && (
        <RetryNotice
          sentence={t('simulator.requestsNotLoaded', { reason: failureReason.message })}
          onRetry={reread}
        />
      )}
      {requests?.length === 0 && <p className="quiet">{t('simulator.noRequests')}</p>}
      {requests !== undefined && requests.length > 0 && <RequestList requests={requests.map(toListed)} />}
    </section>
  );
};
