import type { SetupProblem } from '@plenum/insight/setup';
import { Icon } from '../../design/icon.tsx';
import { t, translate } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { stepOfProblem, titleOf } from './steps.ts';

/**
 * Lists the conflicts in the setup, each with a link to the step that fixes it. The list is updated whenever the house
 * changes.
 */
export const CheckList = ({ problems }: { problems: readonly SetupProblem[] }) => (
  <div role="status">
    {problems.length === 0 ? (
      <p className="setup__fits card">
        <Icon name="check" /> {t('setup.fits')}
      </p>
    ) : (
      <ul className="setup__problems card">
        {problems.map((problem) => (
          <li key={problem.sentence} className="setup__problem">
            <Icon name="warning" />
            <span>{translate('setupProblem', problem.code, problem.facts) ?? problem.sentence}</span>
            <a className="button button--small" href={toHash('setup', stepOfProblem[problem.code])}>
              {titleOf(stepOfProblem[problem.code])}
            </a>
          </li>
        ))}
      </ul>
    )}
  </div>
);
