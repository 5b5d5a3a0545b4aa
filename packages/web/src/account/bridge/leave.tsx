import { useCloudMutation } from '../context/account-context.tsx';
import { ConfirmDialog } from '../frame/confirm-dialog.tsx';
import { type Bridge, toTitle } from './bridge.ts';

interface LeaveProps {
  readonly bridge: Bridge;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Leaves the house of somebody else after a confirmation. */
export const Leave = ({ bridge, isOpen, onClose }: LeaveProps) => (
  <ConfirmDialog
    title={`Leave ${toTitle(bridge)}?`}
    consequences={[
      'The house is no longer listed here, and your apps no longer reach it.',
      `Only ${bridge.owner} can invite you again.`,
    ]}
    cancelLabel="Stay"
    submitLabel="Leave it"
    change={useCloudMutation('leaveHouse', { parameters: { systemId: bridge.systemId } })}
    isOpen={isOpen}
    onClose={onClose}
    isDestructive
  />
);
