import { paces } from '@plenum/protocol/console';
import { Segmented } from '../../design/field/segmented.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation } from '../context/account-context.tsx';

const options = paces.map((value) => ({ value, label: `${value}×` }));

/** Sets the speed of the simulated house, since rooms take hours to cool but a visitor stays for a minute. */
export function SpeedChoice({ pace }: { pace: number }) {
  const change = useCloudMutation('setPace');
  return (
    <div className="speed-choice">
      <p className="small quiet">{t('welcome.speedHelp')}</p>
      <Segmented
        label={t('welcome.speed')}
        options={options}
        value={pace}
        onChange={(next) => void change.run({ pace: next })}
      />
      {change.refusal !== undefined && (
        <p className="small" role="alert" data-activity="alert">
          {change.refusal.sentence}
        </p>
      )}
    </div>
  );
}
