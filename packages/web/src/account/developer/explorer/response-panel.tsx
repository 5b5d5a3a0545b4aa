import { t } from '../../../text/text.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { formatDuration } from '../ui/format.ts';
import { toPrettyJson } from '../ui/json-tokens.ts';
import type { ApiResponse } from './send-request.ts';

const ResponseDetails = ({ answer }: { answer: ApiResponse }) => {
  if ('sentence' in answer) return <p className="explorer__refusal">{answer.sentence}</p>;
  const { status, took, headers, text } = answer;
  return (
    <>
      <p className="answer" data-is={status < 400 ? 'done' : 'refused'}>
        <span className="answer__status num">{status}</span>
        <span className="quiet num">{formatDuration(took)}</span>
      </p>
      <dl className="facts small">
        {headers.map(([name, value]) => (
          <div key={name} className="facts__line">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock label={t('console.responseBody')} text={toPrettyJson(text)} isJson />
    </>
  );
};

export const ResponsePanel = ({ answer, isBusy }: { answer: ApiResponse | undefined; isBusy: boolean }) => (
  <section className="panel card" aria-labelledby="answer" aria-busy={isBusy}>
    <h2 id="answer">{t('console.response')}</h2>
    <p className="hidden" role="status">
      {isBusy
        ? t('console.waitingResponse')
        : answer === undefined
          ? ''
          : 'status' in answer
            ? t('console.responseStatus', { status: answer.status })
            : answer.sentence}
    </p>
    {answer === undefined ? (
      <p className="quiet">{isBusy ? t('console.sending') : t('console.nothingYet')}</p>
    ) : (
      <ResponseDetails answer={answer} />
    )}
  </section>
);
