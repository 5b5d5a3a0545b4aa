import { roomsOf, switchOff } from '@plenum/insight/group';
import { Suspense, useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { lazyComponent } from '../../design/lazy.tsx';
import { t } from '../../text/text.ts';
import { LazyBoundary } from '../frame/lazy-boundary.tsx';
import { useDatagrams, useMayWrite } from '../house-context.tsx';
import { groupsPath } from './use-groups.ts';
import { useUndoable } from './use-undoable.ts';
import './group.css';

const SetRoomsDialog = lazyComponent(async () => (await import('./set-rooms.tsx')).SetRoomsDialog);

const GroupsDialog = lazyComponent(async () => (await import('./groups-dialog.tsx')).GroupsDialog);

/** The controls for all rooms (one setpoint, and off), and the groups of rooms. */
export function GroupBar() {
  const house = useDatagrams();
  const act = useUndoable();
  const mayGroup = useMayWrite(groupsPath);
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const rooms = roomsOf(house);
  const off = switchOff(house);
  if (rooms.length + house.unit.length < 2) return null;
  return (
    <div className="group-bar">
      {rooms.length > 1 && (
        <Button className="button button--small" onPress={() => setOpen(true)}>
          {t('group.allRooms')}
        </Button>
      )}
      <Button
        className="button button--small"
        isDisabled={off.length === 0}
        onPress={() => act({ commands: off, sentence: t('group.allOffDone') })}
      >
        <Icon name="power" /> {t('group.allOff')}
      </Button>
      {mayGroup && (
        <Button className="button button--small" onPress={() => setEditing(true)}>
          {t('group.groups')}
        </Button>
      )}
      {isEditing && (
        <LazyBoundary what={t('group.groups')}>
          <Suspense fallback={null}>
            <GroupsDialog onClose={() => setEditing(false)} />
          </Suspense>
        </LazyBoundary>
      )}
      {isOpen && (
        <LazyBoundary what={t('group.allRooms')}>
          <Suspense fallback={null}>
            <SetRoomsDialog onClose={() => setOpen(false)} />
          </Suspense>
        </LazyBoundary>
      )}
    </div>
  );
}
