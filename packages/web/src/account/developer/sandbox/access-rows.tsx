import type { RecordOf } from '@plenum/protocol/console';
import { ActionButton } from '../../../design/action-button.tsx';
import { FormError } from '../../../design/field/form-error.tsx';
import { t } from '../../../text/text.ts';
import { type Mutation, useCloudMutation } from '../../account-context.tsx';
import { toTermsFacts } from '../../bridge/bridge.ts';

type TestUser = RecordOf<'TestUser'>;

interface AccessRowProps {
  readonly name: string;
  readonly words: string;
  readonly buttonText: string;
  readonly buttonName: string;
  readonly end: Mutation<[], unknown>;
}

const AccessRow = ({ name, words, buttonText, buttonName, end }: AccessRowProps) => (
  <li className="test-house">
    <div className="test-house__words">
      <span>{name}</span>
      <span className="quiet small">{words}</span>
    </div>
    <ActionButton variant="small" label={buttonName} isBusy={end.isBusy} onPress={() => void end.run()}>
      {buttonText}
    </ActionButton>
    <FormError sentence={end.refusal?.sentence} />
  </li>
);

interface SharedHouseRowProps {
  readonly guest: TestUser;
  readonly house: TestUser['shared'][number];
  /** The name of the test user who owns the house. */
  readonly owner: string;
}

/** A house that another test user shares with a guest, and a button to end that. */
export function SharedHouseRow({ guest, house, owner }: SharedHouseRowProps) {
  const { testUserId, name: user } = guest;
  const { systemId, name } = house;
  return (
    <AccessRow
      name={name}
      words={`${t('sandbox.sharedBy', { systemId, owner })} ${t('sharing.may', toTermsFacts(house))}`}
      buttonText={t('sandbox.unshare')}
      buttonName={t('sandbox.unshareOf', { name, user })}
      end={useCloudMutation('unshareTestHouse', { parameters: { systemId, testUserId } })}
    />
  );
}

/** Test keys that have access to the houses of a test user, and a button to revoke it. */
export const AllowedAppRow = ({
  user: { testUserId },
  app: { clientId, name },
}: {
  user: TestUser;
  app: RecordOf<'Link'>;
}) => (
  <AccessRow
    name={name}
    words={t('sandbox.allowed')}
    buttonText={t('account.revoke')}
    buttonName={t('account.revokeOf', { name })}
    end={useCloudMutation('unlinkTestUser', { parameters: { testUserId, clientId } })}
  />
);
