import type { RecordOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../../design/overlay/dialog.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
import { type Terms, TermsFields, toTermsBody } from '../../bridge/terms.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { Select } from '../ui/select.tsx';

interface ShareHouseProps {
  readonly house: RecordOf<'TestHouse'>;
  /** The test users who do not own the house. */
  readonly others: readonly RecordOf<'TestUser'>[];
}

const ShareForm = ({ house: { systemId }, others, onClose }: ShareHouseProps & { onClose: () => void }) => {
  const [guest, setGuest] = useState(others[0]!.testUserId);
  const [terms, setTerms] = useState<Terms>({ right: 'view', end: '' });
  const share = useCloudMutation('shareTestHouse', { parameters: { systemId, testUserId: guest } });
  return (
    <DialogForm
      change={share}
      run={() => share.run(toTermsBody(terms))}
      submitLabel={t('sharing.share')}
      onClose={onClose}
      onDone={onClose}
    >
      <Select
        label={t('sandbox.shareWith')}
        choices={others.map(({ testUserId, name }) => ({ value: testUserId, label: name }))}
        value={guest}
        onChange={setGuest}
      />
      <TermsFields
        terms={terms}
        onChange={setTerms}
        isEndInvalid={share.refusal?.code === 'until-malformed'}
      />
    </DialogForm>
  );
};

/** A button that makes another test user a guest in a house, or changes the access of a guest. */
export function ShareHouse({ house, others }: ShareHouseProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const title = t('sharing.title', { house: house.name });
  return (
    <>
      <Button className="button button--small" aria-label={title} onPress={() => setOpen(true)}>
        {t('sharing.share')}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        <ShareForm house={house} others={others} onClose={close} />
      </Dialog>
    </>
  );
}
