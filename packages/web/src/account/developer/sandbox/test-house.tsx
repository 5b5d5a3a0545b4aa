import { paces, type RecordOf } from '@plenum/protocol/console';
import { FormError } from '../../../design/field/form-error.tsx';
import { formatDate } from '../../../reading/time/ago.ts';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
import { toHash } from '../../frame/routes.ts';
import { Select } from '../ui/select.tsx';
import { RemoveButton } from './remove-button.tsx';
import { ShareHouse } from './share-house.tsx';

type TestHouse = RecordOf<'TestHouse'>;

/** Describes where a test house is: running, offline or suspended. */
export function toPresence({ systemId, isPresent, suspendsAt }: TestHouse): string {
  if (isPresent) return t('sandbox.running', { systemId, day: formatDate(suspendsAt) });
  return suspendsAt > Date.now() ? t('sandbox.offline', { systemId }) : t('sandbox.suspended', { systemId });
}

interface TestHouseRowProps {
  /** The app on whose page the house is shown. */
  readonly clientId: string;
  readonly house: TestHouse;
  /** The test users who do not own the house. */
  readonly others: readonly RecordOf<'TestUser'>[];
}

/** A house of a test user: its speed, until when it runs without use, and buttons to share and delete it. */
export function TestHouseRow({ clientId, house, others }: TestHouseRowProps) {
  const { systemId, name, scale } = house;
  const target = { parameters: { systemId } };
  const simulation = useCloudMutation('changeSimulation', target);
  const remove = useCloudMutation('removeTestHouse', target);
  const speeds = [...new Set([...paces, scale])].toSorted((one, other) => one - other);
  return (
    <li className="test-house">
      <div className="test-house__words">
        <span>{name}</span>
        <span className="quiet small">{toPresence(house)}</span>
      </div>
      <Select
        label={t('sandbox.speed')}
        choices={speeds.map((speed) => ({ value: `${speed}`, label: t('sandbox.times', { speed }) }))}
        value={`${scale}`}
        onChange={(value) => void simulation.run({ ClockScale: Number(value) })}
      />
      <div className="actions">
        <a
          className="button button--small"
          href={toHash('developer', 'app', clientId, 'house', systemId)}
          aria-label={t('sandbox.simulatorOf', { name })}
        >
          {t('sandbox.simulator')}
        </a>
        {others.length > 0 && <ShareHouse house={house} others={others} />}
        <RemoveButton name={name} consequence={t('sandbox.removeHouseHelp')} remove={remove} />
      </div>
      <FormError sentence={simulation.refusal?.sentence} />
    </li>
  );
}
