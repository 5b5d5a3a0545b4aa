import { AskAgain } from '../../design/ask-again.tsx';
import type { Recorded } from './use-history.ts';
import './history-problem.css';

/** Why the history cannot be read; over a chart of what was read before, or where it would be. */
export const HistoryProblem = ({ samples, problem, readAgain }: Recorded) =>
  problem !== undefined && (
    <div className="history__problem" data-known={samples === undefined ? undefined : ''}>
      <AskAgain
        sentence={`${samples === undefined ? 'What was recorded cannot be read' : 'This is what was read before; no more can be read now'}: ${problem}`}
        isLine={samples !== undefined}
        onAgain={readAgain}
      />
    </div>
  );
