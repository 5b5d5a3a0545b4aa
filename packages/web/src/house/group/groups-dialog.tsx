import { groupLimits, type RoomGroup, roomsOfHouse, toRoomId } from '@plenum/insight/group';
import { nameOf } from '@plenum/insight/health';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { t } from '../../text/text.ts';
import { useDatagrams, useHouseContext } from '../house-context.tsx';
import { RoomChoice } from './room-choice.tsx';
import { useChangeGroups, useGroups } from './use-groups.ts';
import './group.css';

interface GroupFormProps {
  /** The existing group; `undefined` for a new one. */
  readonly group: RoomGroup | undefined;
  readonly onDone: () => void;
}

/** A form for the name of a group and its rooms. */
const GroupForm = ({ group, onDone }: GroupFormProps) => {
  const { save } = useChangeGroups();
  const house = useDatagrams();
  const all = roomsOfHouse(house);
  const [name, setName] = useState(group?.name ?? '');
  const [chosen, choose] = useState<readonly string[]>(group?.rooms.map(toRoomId) ?? []);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const rooms = all.filter((room) => chosen.includes(toRoomId(room)));
    const why = await save({ name, rooms, ...(group && { formerly: group.name }) });
    setBusy(false);
    setError(why);
    if (why === undefined) onDone();
  };
  return (
    <form className="group" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('group.name')}
        value={name}
        maxLength={groupLimits.nameBytes}
        isRequired
        autoFocus
        onChange={setName}
      />
      <RoomChoice
        rooms={all.map((room) => ({
          id: toRoomId(room),
          name: nameOf(house, room.kind, room.index),
        }))}
        chosen={chosen}
        onChange={choose}
      />
      <FormError sentence={error} />
      <div className="panel__row">
        <ActionButton isBusy={isBusy} isDisabled={name.trim() === '' || chosen.length === 0}>
          {t('group.save')}
        </ActionButton>
        <Button className="button button--small" onPress={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
};

interface GroupListProps {
  readonly onEdit: (group: RoomGroup) => void;
}

const GroupList = ({ onEdit }: GroupListProps) => {
  const groups = useGroups();
  const { toasts } = useHouseContext();
  const { save, remove } = useChangeGroups();
  const removeOne = async (group: RoomGroup) => {
    const why = await remove(group.name);
    if (why !== undefined) return toasts.showError(why);
    toasts.showUndo(t('group.removed', { name: group.name }), {
      label: t('group.undo'),
      run: () =>
        void save(group).then((refused) => {
          if (refused !== undefined) toasts.showError(refused);
        }),
    });
  };
  if (groups.length === 0) return <p className="quiet">{t('group.none')}</p>;
  return (
    <ul className="group__list">
      {groups.map((group) => (
        <li key={group.name} className="group__entry">
          <span className="group__name">
            {group.name}{' '}
            <span className="quiet small">{t('group.rooms', { count: group.rooms.length })}</span>
          </span>
          <Button
            className="button button--small"
            aria-label={t('group.editOne', { name: group.name })}
            onPress={() => onEdit(group)}
          >
            {t('group.edit')}
          </Button>
          <Button
            className="button button--small"
            aria-label={t('group.removeOne', { name: group.name })}
            onPress={() => void removeOne(group)}
          >
            {t('common.remove')}
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** The dialog to create, rename and remove groups, and to change their rooms. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const groups = useGroups();
  const [edited, edit] = useState<RoomGroup | 'new'>();
  const title = edited === undefined ? t('group.groups') : edited === 'new' ? t('group.add') : edited.name;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {edited !== undefined ? (
        <GroupForm group={edited === 'new' ? undefined : edited} onDone={() => edit(undefined)} />
      ) : (
        <div className="group">
          <GroupList onEdit={edit} />
          <div className="panel__row">
            <Button
              className="button button--main"
              isDisabled={groups.length >= groupLimits.groups}
              onPress={() => edit('new')}
            >
              {t('group.add')}
            </Button>
            <Button className="button button--small" onPress={onClose}>
              {t('common.close')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
