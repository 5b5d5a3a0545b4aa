import { useChange } from '../context.tsx';
import { AskFirst } from '../frame/ask-first.tsx';
import { type Bridge, toTitle } from './bridge.ts';

interface ReleaseProps {
  readonly bridge: Bridge;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Releases a bridge, when its owner has read what that means. */
export const Release = ({ bridge, isOpen, onClose }: ReleaseProps) => (
  <AskFirst
    title={`Release ${toTitle(bridge)}?`}
    means={[
      'The house leaves this account: nobody sees or controls it through this cloud any more.',
      'Apps you allowed are told that it is gone.',
      'The bridge itself goes on in the house as before, and shows a new code; whoever enters that has it.',
    ]}
    keep="Keep it"
    does="Release it"
    change={useChange(`/console/bridges/${bridge.systemId}/release`)}
    isOpen={isOpen}
    onClose={onClose}
    isGrave
  />
);
