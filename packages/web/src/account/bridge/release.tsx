import { t } from '../../text/text.ts';
import { useCloudMutation } from '../account-context.tsx';
import { ConfirmDialog } from '../frame/confirm-dialog.tsx';
import { type AccountBridge, toTitle } from './bridge.ts';

interface ReleaseProps {
  readonly bridge: AccountBridge;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Releases a bridge from the account, after a confirmation. */
export const Release = ({ bridge, isOpen, onClose }: ReleaseProps) => (
  <ConfirmDialog
    title={t('bridge.releaseQuestion', { name: toTitle(bridge) })}
    consequences={[t('bridge.releaseHelp'), t('bridge.releaseApps'), t('bridge.releaseBridge')]}
    cancelLabel={t('account.keepIt')}
    submitLabel={t('bridge.releaseIt')}
    change={useCloudMutation('releaseBridge', { parameters: { systemId: bridge.systemId } })}
    isOpen={isOpen}
    onClose={onClose}
    isDestructive
  />
);
