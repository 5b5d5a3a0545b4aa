import { useState } from 'react';
import { Button } from 'react-aria-components';
import { formatInstant } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { useDatagrams, useScale, useTimeZone } from '../house-context.tsx';
import { describeGroup, isClaim, originText } from './event-words.ts';
import type { RecordedEvents } from './use-events.ts';
import './event-list.css';

const shownFirst = 12;

/** Lists the events in the period of the chart, newest first. */
export function EventList({ recorded }: { recorded: RecordedEvents }) {
  const { groups, cutTo, error, isKnown } = recorded;
  const [shown, show] = useState(shownFirst);
  const datagrams = useDatagrams();
  const scale = useScale();
  const timeZone = useTimeZone();
  const newest = groups.toReversed();
  return (
    <section className="panel card" aria-labelledby="events-title">
      <h2 id="events-title">{t('history.events')}</h2>
      {error !== undefined && <p className="quiet small">{t('history.eventsError', { why: error })}</p>}
      {isKnown && groups.length === 0 && <p className="quiet">{t('history.nothing')}</p>}
      <ol className="event-list">
        {newest.slice(0, shown).map((group) => {
          const by = originText(group);
          const { listed, more } = describeGroup(group, { datagrams, scale });
          return (
            <li
              key={`${group.at} ${group.what} ${group.isOver} ${by}`}
              className="event-list__one"
              data-what={group.isOver ? 'over' : group.what}
            >
              <time className="num quiet" dateTime={new Date(group.at).toISOString()}>
                {formatInstant(group.at, timeZone)}
              </time>
              <div>
                <span>
                  {listed}
                  {by !== undefined && <span className="quiet event-list__by">{by}</span>}
                </span>
                {more !== undefined && (
                  <details>
                    <summary className="quiet">{more.title}</summary>
                    {more.events.map((text) => (
                      <p key={text}>{text}</p>
                    ))}
                  </details>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {newest.length > shown && (
        <Button className="button button--small" onPress={() => show(newest.length)}>
          {t('history.showMore', { count: newest.length - shown })}
        </Button>
      )}
      {newest.slice(0, shown).some(isClaim) && <p className="quiet small">{t('history.claims')}</p>}
      {cutTo !== undefined && <p className="quiet small">{t('history.newestOnly', { count: cutTo })}</p>}
    </section>
  );
}
