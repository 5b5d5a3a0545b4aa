import { includesAccess } from '@plenum/protocol/console';
import type { HealthAnswer } from '@plenum/protocol/extension';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { formatDate } from '../../reading/time/ago.ts';
import { Rich } from '../../text/rich.tsx';
import { t } from '../../text/text.ts';
import { useCloudQuery } from '../account-context.tsx';
import { type AccountBridge, toHouseUrl, toPresence, toTermsFacts, toTitle } from './bridge.ts';
import { Glance } from './glance.tsx';
import { Leave } from './leave.tsx';
import { Release } from './release.tsx';
import { Rename } from './rename.tsx';
import { Sharing } from './sharing.tsx';
import '../../design/connection.css';

/** Reads from a connected bridge whether the real bridge behind it answers, every `every` ms. */
const useDevice = ({ systemId, isPresent = false }: AccountBridge, every: number) => {
  const query = { path: '/healthz', query: '' };
  const { data } = useCloudQuery('readHouse', {
    parameters: { systemId },
    query,
    every,
    isEnabled: isPresent,
  });
  return (data as HealthAnswer | undefined)?.device;
};

/** Shows the name and the connection of a house, a link to it, and its actions. */
export function HouseCard({ bridge, every }: { bridge: AccountBridge; every: number }) {
  const [dialog, openDialog] = useState<'rename' | 'release' | 'leave' | 'share'>();
  const device = useDevice(bridge, every);
  const { is, label: says } = toPresence(bridge, Date.now(), device);
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
        {bridge.unit !== undefined && <Glance unit={bridge.unit} leader={bridge.leader} />}
      </div>
      <p className="house__facts quiet small num">
        {t('bridge.pairedOn', { id: bridge.systemId, day: formatDate(bridge.pairedAt) })}
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
        <a className="button button--main" href={toHouseUrl(bridge)}>
          <Rich
            text={t('bridge.open', { title })}
            parts={{ span: (content) => <span className="hidden">{content}</span> }}
          />
        </a>
        {includesAccess(bridge.access, 'manage') && (
          <Button
            className="button button--plain"
            aria-label={t('settings.renameOf', { name: title })}
            onPress={() => openDialog('rename')}
          >
            {t('common.rename')}
          </Button>
        )}
        {includesAccess(bridge.access, 'manage') && (
          <Button
            className="button button--plain"
            aria-label={t('bridge.shareOf', { name: title })}
            onPress={() => openDialog('share')}
          >
            {t('bridge.share')}
          </Button>
        )}
        {bridge.access === 'owner' ? (
          <Button
            className="button button--plain"
            aria-label={t('bridge.releaseOf', { name: title })}
            onPress={() => openDialog('release')}
          >
            {t('bridge.release')}
          </Button>
        ) : (
          <Button
            className="button button--plain"
            aria-label={t('bridge.leaveOf', { name: title })}
            onPress={() => openDialog('leave')}
          >
            {t('bridge.leave')}
          </Button>
        )}
      </div>
      <Rename bridge={bridge} isOpen={dialog === 'rename'} onClose={close} />
      <Sharing bridge={bridge} isOpen={dialog === 'share'} onClose={close} />
      <Leave bridge={bridge} isOpen={dialog === 'leave'} onClose={close} />
      <Release bridge={bridge} isOpen={dialog === 'release'} onClose={close} />
    </li>
  );
}
