import { Segmented } from '../../design/segmented.tsx';
import { useChange } from '../context.tsx';

const paces = [1, 60, 600].map((value) => ({ value, label: `${value}×` }));

/** How fast time runs in the simulated house: rooms take hours to cool, and a visitor has a minute. */
export const PaceChoice = ({ pace }: { pace: number }) => {
  const change = useChange('/welcome/pace');
  return (
    <div className="pace">
      <p className="small quiet">Rooms take hours. At 60× an hour of the house passes in a minute.</p>
      <Segmented
        label="Pace of time in the house"
        options={paces}
        value={pace}
        isDisabled={change.isBusy}
        onChange={(next) => void change.run({ pace: next })}
      />
      {change.refusal !== undefined && (
        <p className="small" role="alert" data-activity="alert">
          {change.refusal.sentence}
        </p>
      )}
    </div>
  );
};
