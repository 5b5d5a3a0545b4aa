import { type RecordOf, rights } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../design/dialog.tsx';
import { FormError } from '../../design/form-error.tsx';
import { Segmented } from '../../design/segmented.tsx';
import { TextField } from '../../design/text-field.tsx';
import { formatDate } from '../../reading/ago.ts';
import { useCloudMutation, useCloudQuery } from '../context/account-context.tsx';
import { DialogForm } from '../frame/dialog-form.tsx';
import { QueryResult } from '../frame/query-result.tsx';
import { accessWords, type Bridge, toTitle } from './bridge.ts';

interface SharingProps {
  readonly bridge: Bridge;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const rightLabels = { view: 'View', control: 'Control', manage: 'Manage' } as const;
const options = rights.map((right, value) => ({ value, label: rightLabels[right] }));

const MemberRow = ({ bridge, member }: { bridge: Bridge; member: RecordOf<'Member'> }) => {
  const { email, access, until, acceptedAt, isSelf, id: memberId } = member;
  const remove = useCloudMutation('removeMember', { parameters: { systemId: bridge.systemId, memberId } });
  return (
    <li>
      {email} {acceptedAt === undefined ? 'is invited to' : 'may'} {accessWords[access]}
      {until !== undefined && ` until ${formatDate(until)}`}{' '}
      {!isSelf && (
        <Button className="button button--plain" aria-label={`Remove ${email}`} onPress={() => remove.run()}>
          Remove
        </Button>
      )}
      <FormError sentence={remove.refusal?.sentence} />
    </li>
  );
};

const SharingForm = ({ bridge, onClose }: Omit<SharingProps, 'isOpen'>) => {
  const target = { parameters: { systemId: bridge.systemId } };
  const members = useCloudQuery('members', target);
  const invite = useCloudMutation('invite', target);
  const [email, setEmail] = useState('');
  const [right, setRight] = useState(0);
  const [days, setDays] = useState('');
  const [link, setLink] = useState<string>();
  const body = {
    email,
    access: rights[right]!,
    ...(days !== '' && { until: Date.now() + Number(days) * 24 * 60 * 60_000 }),
  };
  return (
    <DialogForm
      change={invite}
      run={() => invite.run(body)}
      cancelLabel="Close"
      submitLabel="Invite"
      onClose={onClose}
      onDone={(made) => {
        setLink(made.link);
        setEmail('');
      }}
    >
      <QueryResult query={members} what="the guests">
        {(all) => (
          <ul>
            {all.map((member) => (
              <MemberRow key={member.id} bridge={bridge} member={member} />
            ))}
          </ul>
        )}
      </QueryResult>
      <TextField label="E-mail address" value={email} onChange={setEmail} />
      <Segmented label="What they may do" options={options} value={right} onChange={setRight} />
      <TextField
        label="Days until it ends"
        value={days}
        onChange={setDays}
        hint="Without an end where empty."
      />
      {link !== undefined && (
        <p>
          Pass this link on; it works once, for seven days: <output aria-label="Link">{link}</output>
        </p>
      )}
    </DialogForm>
  );
};

/** Who may use a house, and an invitation of others. */
export const Sharing = ({ bridge, isOpen, onClose }: SharingProps) => (
  <Dialog title={`Share ${toTitle(bridge)}`} isOpen={isOpen} onClose={onClose}>
    <SharingForm bridge={bridge} onClose={onClose} />
  </Dialog>
);
