import { paces, type RecordOf } from '@plenum/protocol/console';
import { FormError } from '../../../design/field/form-error.tsx';
import { formatDate } from '../../../reading/time/ago.ts';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../context/account-context.tsx';
import { Select } from '../ui/select.tsx';
import { RemoveButton } from './remove-button.tsx';

type TestHouse = RecordOf<'TestHouse'>;

/** A house of a test user: its speed, until when it runs without use, and a button to delete it. */
export const TestHouseRow = ({ house }: { house: TestHouse }) => {
  const { systemId, name, scale, isPresent, suspendsAt } = house;
  const target = { parameters: { systemId } };
  const simulation = useCloudMutation('changeSimulation', target);
  const remove = useCloudMutation('removeTestHouse', target);
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
      <RemoveButton name={name} consequence={t('sandbox.removeHouseHelp')} remove={remove} />
      <FormError sentence={simulation.refusal?.sentence} />
    </li>
  );
};
