import { type ChosenType, chosenTypes, type RecordOf } from '@plenum/protocol/console';
import { FormError } from '../../../design/field/form-error.tsx';
import { Toggle } from '../../../design/field/toggle.tsx';
import type { PlainKey } from '../../../text/text.ts';
import { t } from '../../../text/text.ts';
import { useCloudMutation, useCloudQuery } from '../../account-context.tsx';
import { QueryResult } from '../../frame/query-result.tsx';
import type { WebhookEndpoint } from '../endpoints.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { toPrettyJson } from '../ui/json-tokens.ts';
import { ReferenceLink } from '../ui/reference-link.tsx';

const words = {
  component: ['console.typeComponent', 'console.typeComponentHelp'],
  sync: ['console.typeSync', 'console.typeSyncHelp'],
  test: ['console.typeTest', 'console.typeTestHelp'],
} satisfies Record<RecordOf<'EventType'>['kind'], readonly [PlainKey, PlainKey]>;

interface EventTypesProps {
  readonly endpoint: WebhookEndpoint;
}

/** Lists the event types of an endpoint, each with a sample and a switch. */
export function EventTypes({ endpoint: { id: endpointId, clientId, eventTypes: chosen } }: EventTypesProps) {
  const choose = useCloudMutation('chooseEventTypes', { parameters: { clientId, endpointId } });
  const received: readonly ChosenType[] = chosen ?? chosenTypes;
  const isChoosable = (kind: string): kind is ChosenType => chosenTypes.some((type) => type === kind);
  const receive = (kind: ChosenType, isOn: boolean) =>
    choose.run({
      eventTypes: chosenTypes.filter((type) => (type === kind ? isOn : received.includes(type))),
    });
  return (
    <section className="panel card" aria-labelledby="event-types">
      <div className="panel__head">
        <div>
          <h2 id="event-types">{t('console.eventTypes')}</h2>
          <p className="quiet small">{t('console.eventTypesHelp')}</p>
        </div>
        <ReferenceLink />
      </div>
      <QueryResult query={useCloudQuery('eventTypes')} what={t('console.theEventTypes')}>
        {({ eventTypes }) => (
          <ul className="rows">
            {eventTypes.map(({ kind, payload }) => {
              const [name, help] = words[kind];
              return (
                <li key={kind} className="event-type-row">
                  <details className="event-type">
                    <summary>{t(name)}</summary>
                    <p className="quiet small">{t(help)}</p>
                    <CodeBlock label={t('console.samplePayload')} text={toPrettyJson(payload)} isJson />
                  </details>
                  {isChoosable(kind) && (
                    <Toggle
                      label={t('console.receive', { name: t(name) })}
                      isLabelHidden
                      isOn={received.includes(kind)}
                      isDisabled={received.length === 1 && received.includes(kind)}
                      onChange={(isOn) => void receive(kind, isOn)}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </QueryResult>
      <FormError sentence={choose.refusal?.sentence} />
    </section>
  );
}
