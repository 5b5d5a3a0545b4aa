import type { RequestsAnswer } from '@plenum/protocol/simulation';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../design/copy-button.tsx';
import { RetryNotice } from '../../design/notice/retry-notice.tsx';
import { dateFormat, formatDecimal } from '../../reading/number/intl.ts';
import { t } from '../../text/text.ts';
import { simulationKey, useHouseContext } from '../context/house-context.tsx';
import { useReread } from '../context/use-reread.ts';
import './requests-panel.css';

type Request = RequestsAnswer['requests'][number];

const requestsKey = [...simulationKey, 'requests'];

/** Requests that are shown; the bridge lists more. */
const maxShown = 20;

const formatSecond = (at: number): string => dateFormat({ timeStyle: 'medium' }).format(at);

const formatMs = (ms: number): string => `${formatDecimal(ms, 1)} ms`;

const subjectOf = ({ over, method, path }: Request): string => {
  if (over === 'udp') return t('simulator.discovery');
  return over === 'cloud' ? t('simulator.throughCloud') : `${method} ${path}`;
};

const Row = ({ request }: { readonly request: Request }) => {
  const { at, from, client, asked, status, result, ms, curl, isRedacted = false } = request;
  const subject = subjectOf(request);
  return (
    <li className="request">
      <div className="request__head">
        <strong className="request__subject">{subject}</strong>
        <span className={result === 'OK' ? 'quiet num' : 'request__refused num'}>
          {[status, result].filter((part) => part !== undefined).join(' ')}
        </span>
        <span className="quiet num">{formatMs(ms)}</span>
      </div>
      {asked !== undefined && <code className="request__asked">{JSON.stringify(asked)}</code>}
      <div className="request__foot quiet small">
        <span className="num">{formatSecond(at)}</span>
        <span>{[client, from].filter((part) => part !== undefined).join(' · ')}</span>
        {isRedacted && <span>{t('simulator.requestRedacted')}</span>}
        {curl !== undefined && (
          <CopyButton
            text={curl}
            label={t('simulator.copyCurl')}
            what={t('simulator.asCurl', { request: subject })}
          />
        )}
      </div>
    </li>
  );
};

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
      {requests !== undefined && requests.length > 0 && (
        <ol className="requests">
          {requests.map((request) => (
            <Row key={`${request.at} ${request.ms} ${request.path}`} request={request} />
          ))}
        </ol>
      )}
    </section>
  );
};
