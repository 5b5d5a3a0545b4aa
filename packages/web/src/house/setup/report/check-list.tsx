import { type SetupProblem, toSetupProblem } from '@plenum/insight/setup';
import { Icon } from '../../../design/icon.tsx';
import { t, translate } from '../../../text/text.ts';
import { toHash } from '../../frame/routes.ts';
import { useDatagrams } from '../../house-context.tsx';
import { pathOf, roomName, stopOfProblem, titleOf } from '../way/stops.ts';

/** Lists the conflicts in the setup, each with a link to the stop that resolves it. Follows every change of the house. */
export function CheckList({ problems }: { problems: readonly SetupProblem[] }) {
  const datagrams = useDatagrams();
  return (
    <div role="status">
      {problems.length === 0 ? (
        <p className="setup__fits card">
          <Icon name="check" /> {t('setup.fits')}
        </p>
      ) : (
        <ul className="setup__problems card">
          {problems.map((problem) => {
            const stop = stopOfProblem(problem);
            const { zone } = problem.facts;
            const facts =
              zone === undefined
                ? problem.facts
                : { ...problem.facts, zone: roomName(datagrams, Number(zone)) };
            return (
              <li key={problem.sentence} className="setup__problem">
                <Icon name="warning" />
                <span>
                  {translate('setupProblem', problem.code, facts) ??
                    toSetupProblem(problem.code, facts).sentence}
                </span>
                <a
                  className="button button--small"
                  href={stop === undefined ? toHash('schedules') : toHash('setup', ...pathOf(stop))}
                >
                  {stop === undefined ? t('house.schedules') : titleOf(stop, datagrams)}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
