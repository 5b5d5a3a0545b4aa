import { paces, type RecordOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { FormError } from '../../../design/field/form-error.tsx';
import { formatDate } from '../../../reading/time/ago.ts';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../context/account-context.tsx';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { Select } from '../ui/select.tsx';

type TestHouse = RecordOf<'TestHouse'>;

/** A house of a test user: its speed, until when it runs without use, and a button to delete it. */
export const TestHouseRow = ({ house }: { house: TestHouse }) => {
  const { systemId, name, scale, isPresent, suspendsAt } = house;
  const target = { parameters: { systemId } };
  const simulation = useCloudMutation('changeSimulation', target);
  const remove = useCloudMutation('removeTestHouse', target);
  const [isRemoving, setRemoving] = useState(false);
  const speeds = [...new Set([...paces, scale])].toSorted((one, other) => one - other);
  return (
    <li className="test-house">
      <div className="test-house__words">
        <span>{name}</span>
        <span className="quiet small">
          {isPresent
            ? t('sandbox.running', { systemId, day: formatDate(suspendsAt) })
            : t('sandbox.suspended', { systemId })}
        </span>
      </div>
      <Select
        label={t('sandbox.speed')}
        choices={speeds.map((speed) => ({ value: `${speed}`, label: t('sandbox.times', { speed }) }))}
        value={`${scale}`}
        onChange={(value) => void simulation.run({ ClockScale: Number(value) })}
      />
      <Button
        className="button button--small"
        aria-label={t('settings.removeOf', { name })}
        onPress={() => setRemoving(true)}
      >
        {t('common.remove')}
      </Button>
      <FormError sentence={simulation.refusal?.sentence} />
      <ConfirmDialog
        title={t('settings.removeQuestion', { name })}
        consequences={[t('sandbox.removeHouseHelp')]}
        cancelLabel={t('account.keepIt')}
        submitLabel={t('console.removeForever')}
        change={remove}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        isDestructive
      />
    </li>
  );
};
