import type { RecordOf } from '@plenum/protocol/console';
import type { PlainKey } from '../../../text/text.ts';
import { t } from '../../../text/text.ts';
import { useCloudQuery } from '../../context/account-context.tsx';
import { QueryResult } from '../../frame/query-result.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { toPrettyJson } from '../ui/json-tokens.ts';
import { ReferenceLink } from '../ui/reference-link.tsx';

const words = {
  component: ['console.typeComponent', 'console.typeComponentHelp'],
  sync: ['console.typeSync', 'console.typeSyncHelp'],
  test: ['console.typeTest', 'console.typeTestHelp'],
} satisfies Record<RecordOf<'EventType'>['kind'], readonly [PlainKey, PlainKey]>;

/** The kinds of messages that an endpoint receives, each with a sample. */
export const EventTypes = () => (
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
              <li key={kind}>
                <details className="event-type">
                  <summary>{t(name)}</summary>
                  <p className="quiet small">{t(help)}</p>
                  <CodeBlock label={t('console.samplePayload')} text={toPrettyJson(payload)} isJson />
                </details>
              </li>
            );
          })}
        </ul>
      )}
    </QueryResult>
  </section>
);
