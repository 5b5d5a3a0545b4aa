import { cloudLimits } from '@plenum/protocol/cloud';
import { useState } from 'react';
import { ActionButton } from '../../../design/action-button.tsx';
import { FormError } from '../../../design/field/form-error.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Wrappable } from '../../../design/wrappable.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
import { QueryResult } from '../../frame/query-result.tsx';
import { SuccessMessage } from '../../frame/success-message.tsx';
import type { EndpointRef } from '../endpoints.ts';
import { formatDays, formatMinute } from '../ui/format.ts';
import { useRefreshSoon } from '../ui/use-refresh-soon.ts';
import { type DeadLetter, useDead } from './deliveries.ts';

const { retryPauses } = cloudLimits;
const tries = retryPauses.length + 1;
const tryDays = () => formatDays(retryPauses.reduce((sum, pause) => sum + pause, 0));

const nameOf = ({ kind, subject }: DeadLetter) =>
  kind === 'component' ? subject : kind === 'sync' ? t('console.syncOfUser') : t('console.testEvent');

/** Lists the failed messages, with buttons to retry them. */
export function FailedMessages({ of, isOn }: { of: EndpointRef; isOn: boolean }) {
  const dead = useDead(of);
  const refreshSoon = useRefreshSoon();
  const [sentence, setSentence] = useState<string>();
  const { run, isBusy, refusal } = useCloudMutation('replay', { parameters: of });
  const replay = async (subject?: string) => {
    const done = await run(subject === undefined ? {} : { subject });
    setSentence(done && t('console.queuedAgain', { count: done.value.replayed }));
    refreshSoon();
  };
  return (
    <section className="panel card" aria-labelledby="dead">
      <div className="panel__head">
        <h2 id="dead">{t('console.failedMessages')}</h2>
        {dead.data !== undefined && dead.data.dead.length > 1 && (
          <ActionButton isDisabled={!isOn} variant="small" isBusy={isBusy} onPress={() => void replay()}>
            <Icon name="again" /> {t('console.retryAll')}
          </ActionButton>
        )}
      </div>
      <QueryResult query={dead} what={t('console.theFailedMessages')}>
        {({ dead: letters }) =>
          letters.length === 0 ? (
            <p className="quiet small">{t('console.noFailed', { count: tries, days: tryDays() })}</p>
          ) : (
            <ul className="rows">
              {letters.map((letter) => (
                <li key={`${letter.kind} ${letter.subject}`} className="failed-message">
                  <span className="failed-message__words">
                    <span className="failed-message__name">
                      <Wrappable text={nameOf(letter)} />
                    </span>
                    <span className="quiet small num">
                      {formatMinute(letter.queuedAt)}, {t('console.attempts', { count: letter.attempts })}
                    </span>
                  </span>
                  <ActionButton
                    variant="small"
                    label={t('console.retryOf', { name: nameOf(letter) })}
                    isDisabled={!isOn}
                    isBusy={isBusy}
                    onPress={() => void replay(letter.subject)}
                  >
                    {t('design.tryAgain')}
                  </ActionButton>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      <SuccessMessage sentence={sentence} />
      <FormError sentence={refusal?.sentence} />
    </section>
  );
}
