import type { AutomaticAction } from '@plenum/insight/automation';
import type { ExplanationStep } from '@plenum/insight/explain';
import { Button } from 'react-aria-components';
import { describeStep } from '../../reading/house/explanation.ts';
import { formatTime } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { ControlFieldset } from '../frame/command-fieldset.tsx';
import { useScale, useTimeZone } from '../house-context.tsx';
import { useAutomation } from './use-automation.ts';
import './automation.css';

/** Returns a function that describes the reason of an action in the reader's language. */
export function useReason() {
  const reader = { scale: useScale(), timeZone: useTimeZone() };
  return (reason: AutomaticAction['reason']) => describeStep(reason as ExplanationStep, reader);
}

/** Suggestions of the bridge and its actions under way, each with its reason and a way to undo it; nothing if there is none. */
export function AutomationNow() {
  const { automation, accept, undo } = useAutomation();
  const describe = useReason();
  const timeZone = useTimeZone();
  if (automation === undefined || automation.actions.length === 0) return null;
  return (
    <section className="panel card one-date" aria-label={t('automatic.title')}>
      <h2>{t('automatic.now')}</h2>
      <ControlFieldset>
        <ul className="one-date__list">
          {automation.actions.map(({ kind, state, until, reason, commands }) => (
            <li key={kind} className="automatic__one">
              <p role="status">
                {describe(reason)}{' '}
                {until !== undefined && t('automatic.until', { time: formatTime(until, timeZone) })}
              </p>
              <div className="automatic__buttons">
                {state === 'suggested' && (commands.length > 0 || kind === 'filter') && (
                  <Button className="button button--small" onPress={() => accept(kind)}>
                    {t('automatic.accept', { kind })}
                  </Button>
                )}
                <Button className="button button--small" onPress={() => undo(kind)}>
                  {state === 'acting' ? t('automatic.undo') : t('automatic.dismiss')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </ControlFieldset>
    </section>
  );
}
