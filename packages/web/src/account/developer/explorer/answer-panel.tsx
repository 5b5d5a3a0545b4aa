import { CodeBlock } from '../part/code-block.tsx';
import { showTook } from '../part/instants.ts';
import { toPrettyJson } from '../part/json-pieces.ts';
import type { Answer } from './answer.ts';

const Told = ({ answer }: { answer: Answer }) => {
  if ('sentence' in answer) return <p className="explorer__refusal">{answer.sentence}</p>;
  const { status, took, headers, text } = answer;
  return (
    <>
      <p className="answer" data-is={status < 400 ? 'done' : 'refused'}>
        <span className="answer__status num">{status}</span>
        <span className="quiet num">{showTook(took)}</span>
      </p>
      <dl className="facts small">
        {headers.map(([name, value]) => (
          <div key={name} className="facts__line">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock label="Answer" text={toPrettyJson(text)} isJson />
    </>
  );
};

/** What the cloud answered to the last request. */
export const AnswerPanel = ({ answer, isBusy }: { answer: Answer | undefined; isBusy: boolean }) => (
  <section className="panel card" aria-labelledby="answer" aria-busy={isBusy}>
    <h2 id="answer">The answer</h2>
    <p className="hidden" role="status">
      {isBusy
        ? 'Waiting for the answer'
        : answer === undefined
          ? ''
          : 'status' in answer
            ? `Answered ${answer.status}`
            : answer.sentence}
    </p>
    {answer === undefined ? (
      <p className="quiet">{isBusy ? 'On its way …' : 'Nothing was sent yet.'}</p>
    ) : (
      <Told answer={answer} />
    )}
  </section>
);
