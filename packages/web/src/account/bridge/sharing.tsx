import type { RecordOf } from '@plenum/protocol/console';
import { useId, useState } from 'react';
import { Button } from 'react-aria-components';
import { ActionButton } from '../../design/action-button.tsx';
import { CopyButton } from '../../design/copy-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { formatDateTime } from '../../reading/time/ago.ts';
import { t } from '../../text/text.ts';
import { useCloudMutation, useCloudQuery } from '../account-context.tsx';
import { DialogForm } from '../frame/dialog-form.tsx';
import { QueryResult } from '../frame/query-result.tsx';
import { SuccessMessage } from '../frame/success-message.tsx';
import { type AccountBridge, toTermsFacts, toTitle } from './bridge.ts';
import { toLocalText } from './local-time.ts';
import { type Terms, TermsFields, toTermsBody } from './terms.tsx';
import './sharing.css';

interface SharingProps {
  readonly bridge: AccountBridge;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

type Member = RecordOf<'Member'>;

interface MemberProps {
  readonly bridge: AccountBridge;
  readonly member: Member;
}

const ChangeForm = ({ bridge, member, onClose }: MemberProps & { readonly onClose: () => void }) => {
  const { id: memberId, access: right, until } = member;
  const change = useCloudMutation('changeMember', { parameters: { systemId: bridge.systemId, memberId } });
  const end = until === undefined ? '' : toLocalText(until);
  const [terms, setTerms] = useState<Terms>({ right, end });
  return (
    <DialogForm
      change={change}
      // Keeps the seconds of the end time if it was not edited.
      run={() =>
        change.run({ ...toTermsBody(terms), ...(terms.end === end && until !== undefined && { until }) })
      }
      submitLabel={t('sharing.save')}
      onClose={onClose}
      onDone={onClose}
    >
      <TermsFields
        terms={terms}
        onChange={setTerms}
        isEndInvalid={change.refusal?.code.startsWith('until') ?? false}
      />
    </DialogForm>
  );
};

/** Describes in one sentence what a guest may do, or what an invited person will be able to do after accepting. */
const toSentence = (member: Member): string => {
  const { expiresAt } = member;
  return expiresAt === undefined
    ? t('sharing.may', toTermsFacts(member))
    : t('sharing.mayOnceAccepted', { ...toTermsFacts(member), expires: formatDateTime(expiresAt) });
};

interface MemberRowProps extends MemberProps {
  readonly isEdited: boolean;
  readonly onEdit: (isEdited: boolean) => void;
}

/** A row with a guest or an invited person, and the actions for that person. */
const MemberRow = ({ bridge, member, isEdited, onEdit }: MemberRowProps) => {
  const { email, acceptedAt, isSelf, id: memberId } = member;
  const remove = useCloudMutation('removeMember', { parameters: { systemId: bridge.systemId, memberId } });
  const word = acceptedAt === undefined ? 'withdraw' : 'remove';
  return (
    <li>
      <div className="sharing__member">
        <div>
          <strong>{isSelf ? t('sharing.you', { email }) : email}</strong>
          <p className="quiet small">{toSentence(member)}</p>
        </div>
        {!isSelf && !isEdited && (
          <div className="sharing__actions">
            <Button
              className="button button--small"
              aria-label={t('sharing.changeOf', { email })}
              onPress={() => onEdit(true)}
            >
              {t('sharing.change')}
            </Button>
            <ActionButton
              variant="small"
              label={t(`sharing.${word}Of`, { email })}
              isBusy={remove.isBusy}
              onPress={() => void remove.run()}
            >
              {t(`sharing.${word}`)}
            </ActionButton>
          </div>
        )}
      </div>
      {isEdited && <ChangeForm bridge={bridge} member={member} onClose={() => onEdit(false)} />}
      <FormError sentence={remove.refusal?.sentence} />
    </li>
  );
};

interface MemberListProps {
  readonly bridge: AccountBridge;
  readonly title: string;
  readonly all: readonly Member[];
  readonly edited: ReadonlyMap<Member['id'], boolean>;
  readonly onEdit: (member: Member, isEdited: boolean) => void;
}

const MemberList = ({ bridge, title, all, edited, onEdit }: MemberListProps) => {
  const id = useId();
  if (all.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className="sharing__members">
        {all.map((member) => (
          <MemberRow
            key={member.id}
            bridge={bridge}
            member={member}
            isEdited={edited.has(member.id)}
            onEdit={(isEdited) => onEdit(member, isEdited)}
          />
        ))}
      </ul>
    </section>
  );
};

/** Refresh interval in ms. The page is refreshed because an invited person may accept at any time. */
const often = 4_000;

const hasAccepted = ({ acceptedAt }: Member): boolean => acceptedAt !== undefined;

const useMembers = ({ systemId }: AccountBridge) =>
  useCloudQuery('members', { parameters: { systemId }, every: often });

const Members = ({ bridge }: { bridge: AccountBridge }) => {
  const members = useMembers(bridge);
  // The members whose access is being edited, and whether each was a guest when the form opened. A person who accepts
  // while the form is open stays in the same list; otherwise the form would lose its input, and its button would move
  // away from the pointer.
  const [edited, setEdited] = useState<ReadonlyMap<Member['id'], boolean>>(new Map());
  const edit = (member: Member, isEdited: boolean) =>
    setEdited((before) => {
      const others = [...before].filter(([id]) => id !== member.id);
      return new Map(isEdited ? [...others, [member.id, hasAccepted(member)]] : others);
    });
  const isGuest = (member: Member) => edited.get(member.id) ?? hasAccepted(member);
  return (
    <QueryResult query={members} what={t('sharing.guestsWhat')}>
      {(all) => {
        const lists = { bridge, edited, onEdit: edit };
        return (
          <>
            <MemberList {...lists} title={t('sharing.guests')} all={all.filter(isGuest)} />
            <MemberList {...lists} title={t('sharing.open')} all={all.filter((member) => !isGuest(member))} />
            {all.length === 0 && <p className="quiet">{t('sharing.nobody')}</p>}
          </>
        );
      }}
    </QueryResult>
  );
};

/** Shows the result of an invitation: that the cloud has sent it, or the link that the owner has to pass on. */
const Made = ({ member: { email }, link }: RecordOf<'MadeInvitation'>) =>
  link === undefined ? (
    <SuccessMessage sentence={t('sharing.mailed', { email })} />
  ) : (
    <div className="sharing__link" role="status">
      <p>{t('sharing.sendLink', { email })}</p>
      <output aria-label={t('sharing.link')}>{link}</output>
      <CopyButton text={link} what={t('sharing.linkWhat')} />
    </div>
  );

const newTerms: Terms = { right: 'view', end: '' };

const InviteForm = ({ bridge, onClose }: Omit<SharingProps, 'isOpen'>) => {
  const invite = useCloudMutation('invite', { parameters: { systemId: bridge.systemId } });
  const [email, setEmail] = useState('');
  const [terms, setTerms] = useState(newTerms);
  const [made, setMade] = useState<RecordOf<'MadeInvitation'>>();
  const { data: members = [] } = useMembers(bridge);
  const isWithdrawn = !members.some(({ id }) => id === made?.member.id);
  const code = invite.refusal?.code;
  return (
    <DialogForm
      change={invite}
      run={() => invite.run({ email, ...toTermsBody(terms) })}
      cancelLabel={t('common.close')}
      submitLabel={t('sharing.invite')}
      isDisabled={email.trim() === ''}
      onClose={onClose}
      onDone={(value) => {
        setMade(value);
        setEmail('');
        setTerms(newTerms);
      }}
    >
      <h3>{t('sharing.inviteTitle')}</h3>
      <TextField
        label={t('common.email')}
        type="email"
        value={email}
        onChange={setEmail}
        isInvalid={code === 'email-malformed' || code === 'invited-already'}
      />
      <TermsFields terms={terms} onChange={setTerms} isEndInvalid={code?.startsWith('until') ?? false} />
      {made !== undefined && !isWithdrawn && <Made {...made} />}
    </DialogForm>
  );
};

/** Lists the guests of a house and its invitations, with a form to invite more people. */
export const Sharing = ({ bridge, isOpen, onClose }: SharingProps) => (
  <Dialog title={t('sharing.title', { house: toTitle(bridge) })} isOpen={isOpen} onClose={onClose}>
    <Members bridge={bridge} />
    <InviteForm bridge={bridge} onClose={onClose} />
  </Dialog>
);
