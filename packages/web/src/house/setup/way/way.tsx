import type { Datagrams } from '@plenum/protocol/component';
import { isSensed } from '@plenum/protocol/zone';
import { Icon } from '../../../design/icon.tsx';
import { useIsNarrow } from '../../../design/use-media.ts';
import { formatTemperature } from '../../../reading/number/temperature.ts';
import { t } from '../../../text/text.ts';
import { toHash } from '../../frame/routes.ts';
import { useDatagrams, useScale } from '../../house-context.tsx';
import { isSameStop, pathOf, type Stop, stretchesOf, titleOf } from './stops.ts';

interface WayProps {
  readonly current: Stop;
  readonly done: readonly number[];
  readonly problems: number;
}

const RoomState = ({
  index,
  datagrams,
  done,
}: {
  index: number;
  datagrams: Datagrams;
  done: WayProps['done'];
}) => {
  const scale = useScale();
  const zone = datagrams.zone.find((each) => each.Index === index)!;
  const isFaulty = zone.SensorFault === 1 || zone.DmpFlt === 1;
  return (
    <>
      <span className="way__reading num">
        {isSensed(zone) && `${formatTemperature(zone.Temp, scale)}° · `}
        {zone.DmpPos} %
      </span>
      <span className="way__mark" data-kind={isFaulty ? 'fault' : done.includes(index) ? 'done' : 'open'}>
        {isFaulty ? <Icon name="warning" /> : done.includes(index) && <Icon name="check" />}
        <span className="hidden">
          {isFaulty ? t('setup.fault') : done.includes(index) ? t('setup.done') : t('setup.toDo')}
        </span>
      </span>
    </>
  );
};

const Stops = ({ current, done, problems }: WayProps) => {
  const datagrams = useDatagrams();
  return (
    <div className="way__stretches">
      {stretchesOf(datagrams).map(({ title, stops }) => (
        <div key={title}>
          <h2 className="way__title">{t(title)}</h2>
          <ol className="way__stops" aria-label={t(title)}>
            {stops.map((stop) => (
              <li key={pathOf(stop).join()}>
                <a
                  className="way__stop"
                  href={toHash('setup', ...pathOf(stop))}
                  aria-current={isSameStop(stop, current) ? 'step' : undefined}
                >
                  <span className="way__name">{titleOf(stop, datagrams)}</span>
                  {stop.kind === 'room' && <RoomState datagrams={datagrams} done={done} index={stop.index} />}
                  {stop.kind === 'report' && problems > 0 && (
                    <span className="badge" data-activity="alert">
                      <span aria-hidden="true">{problems}</span>
                      <span className="hidden">{t('setup.problems', { count: problems })}</span>
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
};

/** The way through the house as links; folded on a narrow page, which shows where the installer is instead. */
export function Way(props: WayProps) {
  const isNarrow = useIsNarrow();
  const datagrams = useDatagrams();
  const { current, done } = props;
  if (!isNarrow)
    return (
      <nav className="way" aria-label={t('setup.way')}>
        <Stops {...props} />
      </nav>
    );
  const rooms = datagrams.zone.length;
  return (
    <nav className="way" aria-label={t('setup.way')}>
      <details className="way__fold card" key={pathOf(current).join()}>
        <summary>
          <span className="way__name">{t('setup.way')}</span>
          {rooms > 0 && (
            <span className="quiet small">{t('setup.roomsDone', { done: done.length, rooms })}</span>
          )}
          <Icon name="down" />
        </summary>
        <Stops {...props} />
      </details>
    </nav>
  );
}
