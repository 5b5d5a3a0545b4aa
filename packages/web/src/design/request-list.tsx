import { dateFormat, formatDecimal } from '../reading/number/intl.ts';
import { t } from '../text/text.ts';
import { CopyButton } from './copy-button.tsx';
import './request-list.css';

/** A request of a client, as developers see it. */
interface ListedRequest {
  readonly at: number;
  /** Its time as text; by default that of the machine. */
  readonly time?: string | undefined;
  readonly subject: string;
  readonly status?: number | undefined;
  /** `OK`, or the code of the refusal. */
  readonly result: string;
  readonly ms: number;
  readonly asked?: unknown;
  /** Facts about the client, separated by dots. */
  readonly about?: readonly (string | undefined)[];
  readonly isRedacted?: boolean | undefined;
  readonly curl?: string | undefined;
}

const formatSecond = (at: number): string => dateFormat({ timeStyle: 'medium' }).format(at);

const formatMs = (ms: number): string => `${formatDecimal(ms, 1)} ms`;

const Row = ({
  at,
  time = formatSecond(at),
  subject,
  status,
  result,
  ms,
  asked,
  about = [],
  isRedacted,
  curl,
}: ListedRequest) => (
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
      <span className="num">{time}</span>
      <span>{about.filter((part) => part !== undefined).join(' · ')}</span>
      {isRedacted && <span>{t('design.textsLeftOut')}</span>}
      {curl !== undefined && (
        <CopyButton
          text={curl}
          label={t('design.copyCurl')}
          what={t('design.asCurl', { request: subject })}
        />
      )}
    </div>
  </li>
);

/** A list of requests, each with a button that copies it as a curl command. */
export const RequestList = ({ requests }: { readonly requests: readonly ListedRequest[] }) => (
  <ol className="requests">
    {requests.map((request) => (
      <Row key={`${request.at} ${request.ms} ${request.subject}`} {...request} />
    ))}
  </ol>
);
