import { use } from 'react';
import { Button } from 'react-aria-components';
import { AlertSettings } from '../alerts/alert-settings.tsx';
import { Dialog } from '../design/overlay/dialog.tsx';
import { useStore } from '../state/use-store.ts';
import { type PlainKey, t } from '../text/text.ts';
import type { Device, LoadedDevice } from './device.ts';
import type { Installability } from './installability.ts';

const sentences: Readonly<Record<Exclude<Installability, 'insecure'>, PlainKey>> = {
  installed: 'install.installed',
  unsupported: 'install.unsupported',
  offered: 'install.offered',
  'share-menu': 'install.shareMenu',
  'browser-menu': 'install.browserMenu',
};

/** A button that removes the key of a bridge and the last known state from this device. */
const Forget = ({ forget }: Pick<Device, 'forget'>) => (
  <>
    <p className="quiet">{t('install.forgetHelp')}</p>
    <Button className="button" onPress={() => void forget()}>
      {t('install.forget')}
    </Button>
  </>
);

interface InstallDialogProps {
  readonly device: LoadedDevice;
  readonly canForget: boolean;
  readonly onClose: () => void;
}

const Offer = ({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) => {
  const { webApp } = device;
  const is = useStore(webApp.state, (state) => state);
  return (
    <>
      <p>
        {is === 'insecure' ? t('install.insecure', { origin: window.location.origin }) : t(sentences[is])}
      </p>
      {is !== 'insecure' && is !== 'unsupported' && <p className="quiet">{t('install.offline')}</p>}
      <div className="dialog__choices">
        <Button className="button" onPress={onClose}>
          {t('install.close')}
        </Button>
        {is === 'offered' && (
          <Button className="button button--main" onPress={() => void webApp.install()}>
            {t('install.install')}
          </Button>
        )}
      </div>
    </>
  );
};

/**
 * Installs the page on this device, or explains how to install it, or why that is impossible. On the page of a bridge,
 * it can also remove the stored data.
 */
export function InstallDialog({ device: loaded, canForget, onClose }: InstallDialogProps) {
  const device = use(loaded);
  return (
    <Dialog title={t('install.title')} isOpen onClose={onClose}>
      {device === undefined ? (
        <p>{t('install.unsupported')}</p>
      ) : (
        <>
          <Offer device={device} onClose={onClose} />
          <AlertSettings alerts={device.alerts} scale={device.scale()} />
          {canForget && device.hasSomething() && <Forget forget={device.forget} />}
        </>
      )}
    </Dialog>
  );
}
