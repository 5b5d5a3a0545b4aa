import { t } from '../../text/text.ts';
import { useCloudMutation } from '../account-context.tsx';
import { ConfirmDialog } from '../frame/confirm-dialog.tsx';
import { type AccountBridge, toTitle } from './bridge.ts';

interface LeaveProps {
  readonly bridge: AccountBridge;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Ends the guest's access to another owner's house, after a confirmation. */
export const Leave = ({ bridge, isOpen, onClose }: LeaveProps) => (
  <ConfirmDialog
    title={t('bridge.leaveQuestion', { name: toTitle(bridge) })}
    consequences={[t('bridge.leaveHelp'), t('bridge.onlyOwner', { owner: bridge.owner ?? '' })]}
    cancelLabel={t('bridge.stay')}
    submitLabel={t('bridge.leaveIt')}
    change={useCloudMutation('leaveHouse', { parameters: { systemId: bridge.systemId } })}
    isOpen={isOpen}
    onClose={onClose}
    isDestructive
  />
);
