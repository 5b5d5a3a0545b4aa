import { includesAccess } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { formatDate } from '../../reading/ago.ts';
import { t } from '../../text/text.ts';
import { type Bridge, toHouse, toPresence, toTermsFacts, toTitle } from './bridge.ts';
import { Glance } from './glance.tsx';
import { Leave } from './leave.tsx';
import { Release } from './release.tsx';
import { Rename } from './rename.tsx';
import { Sharing } from './sharing.tsx';
import '../../design/connection.css';

/** A house: its name, its connection, a link to it, and its actions. */
export const HouseCard = ({ bridge }: { bridge: Bridge }) => {
  const [dialog, openDialog] = useState<'rename' | 'release' | 'leave' | 'share'>();
  const { is, label: says } = toPresence(bridge, Date.now());
  const title = toTitle(bridge);
  const close = () => openDialog(undefined);
  return (
    <li className="house card" data-presence={is}>
      <div className="house__head">
        <h2 className="house__name">{title}</h2>
        <p className="connection" data-connection={is}>
          <span className="connection__dot" />
          {says}
        </p>
        {bridge.unit !== undefined && <Glance unit={bridge.unit} />}
      </div>
      <p className="house__facts quiet small num">
        Bridge {bridge.systemId}, paired {formatDate(bridge.pairedAt)}
      </p>
      {bridge.access !== 'owner' && (
        <p className="house__facts quiet small">
          {t('sharing.guestOf', {
            owner: bridge.owner ?? '',
            ...toTermsFacts({ ...bridge, access: bridge.access }),
          })}
        </p>
      )}
      <div className="house__actions">
        <a className="button button--main" href={toHouse(bridge)}>
          Open<span className="hidden"> {title}</span>
        </a>
        {includesAccess(bridge.access, 'manage') && (
          <Button
            className="button button--plain"
            aria-label={`Rename ${title}`}
            onPress={() => openDialog('rename')}
          >
            Rename
          </Button>
        )}
        {includesAccess(bridge.access, 'manage') && (
          <Button
            className="button button--plain"
            aria-label={`Share ${title}`}
            onPress={() => openDialog('share')}
          >
            Share
          </Button>
        )}
        {bridge.access === 'owner' ? (
          <Button
            className="button button--plain"
            aria-label={`Release ${title}`}
            onPress={() => openDialog('release')}
          >
            Release
          </Button>
        ) : (
          <Button
            className="button button--plain"
            aria-label={`Leave ${title}`}
            onPress={() => openDialog('leave')}
          >
            Leave
          </Button>
        )}
      </div>
      <Rename bridge={bridge} isOpen={dialog === 'rename'} onClose={close} />
      <Sharing bridge={bridge} isOpen={dialog === 'share'} onClose={close} />
      <Leave bridge={bridge} isOpen={dialog === 'leave'} onClose={close} />
      <Release bridge={bridge} isOpen={dialog === 'release'} onClose={close} />
    </li>
  );
};
