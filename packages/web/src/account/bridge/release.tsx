import { useCloudMutation } from '../context/account-context.tsx';
import { ConfirmDialog } from '../frame/confirm-dialog.tsx';
import { type Bridge, toTitle } from './bridge.ts';

interface ReleaseProps {
  readonly bridge: Bridge;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Releases a bridge after a confirmation. */
export const Release = ({ bridge, isOpen, onClose }: ReleaseProps) => (
  <ConfirmDialog
    title={`Release ${toTitle(bridge)}?`}
    consequences={[
      'The house leaves this account and can no longer be seen or controlled through this cloud.',
      'Apps you allowed are notified that it is gone.',
      'The bridge keeps running in the house, and shows a new code; the account that enters it owns the house.',
    ]}
    cancelLabel="Keep it"
    submitLabel="Release it"
    change={useCloudMutation('releaseBridge', { parameters: { systemId: bridge.systemId } })}
    isOpen={isOpen}
    onClose={onClose}
    isDestructive
  />
);
