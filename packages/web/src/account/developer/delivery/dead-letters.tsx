import { cloudLimits } from '@plenum/protocol/cloud';
import type { AnswerOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActButton } from '../../../design/act-button.tsx';
import { Breakable } from '../../../design/breakable.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Problem } from '../../../design/problem.tsx';
import { countOf } from '../../../reading/count.ts';
import { useChange } from '../../context.tsx';
import { Asked } from '../../frame/asked.tsx';
import { Done } from '../../frame/done.tsx';
import { type EndpointRef, pathOf } from '../endpoint/endpoints.ts';
import { showDays, showMinute } from '../part/instants.ts';
import { useLookSoon } from '../part/use-look-soon.ts';
import { type DeadLetter, useDead } from './deliveries.ts';

const { retryPauses } = cloudLimits;
const tries = retryPauses.length + 1;
const tryDays = showDays(retryPauses.reduce((sum, pause) => sum + pause, 0));

const nameOf = ({ kind, subject }: DeadLetter) =>
  kind === 'component' ? subject : kind === 'sync' ? 'Sync of a user' : 'Test event';

/** What was given up, and trying it again. */
export const DeadLetters = ({ of, isOn }: { of: EndpointRef; isOn: boolean }) => {
  const dead = useDead(of);
  const lookSoon = useLookSoon();
  const [sentence, setSentence] = useState<string>();
  const { run, isBusy, refusal } = useChange<AnswerOf<'replay'>>(`${pathOf(of)}/replay`);
  const replay = async (subject?: string) => {
    const done = await run(subject === undefined ? {} : { subject });
    setSentence(done && `${countOf(done.value.replayed, 'message')} on the way again.`);
    lookSoon();
  };
  return (
    <section className="panel card" aria-labelledby="dead">
      <div className="panel__head">
        <h2 id="dead">Given up</h2>
        {dead.data !== undefined && dead.data.dead.length > 1 && (
          <ActButton isDisabled={!isOn} look="small" isBusy={isBusy} onPress={() => void replay()}>
            <Icon name="again" /> Try all again
          </ActButton>
        )}
      </div>
      <Asked of={dead} what="what was given up">
        {({ dead: letters }) =>
          letters.length === 0 ? (
            <p className="quiet small">
              Nothing. A message is tried {countOf(tries, 'time')} over {tryDays} before it stands here.
            </p>
          ) : (
            <ul className="rows">
              {letters.map((letter) => (
                <li key={`${letter.kind} ${letter.subject}`} className="dead-letter">
                  <span className="dead-letter__words">
                    <span className="dead-letter__name">
                      <Breakable text={nameOf(letter)} />
                    </span>
                    <span className="quiet small num">
                      {showMinute(letter.queuedAt)}, {countOf(letter.attempts, 'attempt')}
                    </span>
                  </span>
                  <Button
                    className="button button--small"
                    aria-label={`Try ${nameOf(letter)} again`}
                    isDisabled={!isOn || isBusy}
                    onPress={() => void replay(letter.subject)}
                  >
                    Try again
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
      <Done sentence={sentence} />
      <Problem sentence={refusal?.sentence} />
    </section>
  );
};
