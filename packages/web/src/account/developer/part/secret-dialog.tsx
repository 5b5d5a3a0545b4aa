import { Button } from 'react-aria-components';
import { Dialog } from '../../../design/dialog.tsx';
import { Means } from '../../frame/means.tsx';
import { CopiedLine } from './copied-line.tsx';

/** A secret that was just made, and what its owner should know about it. */
export interface Told {
  readonly title: string;
  /** What it is: `the client secret`. */
  readonly what: string;
  readonly secret: string;
  readonly notes: readonly string[];
}

/** Shows a secret the one time it is shown; it is closed on purpose, not by a slip. */
export const SecretDialog = ({ told, onClose }: { told: Told | undefined; onClose: () => void }) => (
  <Dialog title={told?.title ?? ''} isOpen={told !== undefined}>
    {told !== undefined && (
      <>
        <p>
          This is {told.what}. It is shown <strong>this once</strong>: keep it now where your app reads its
          secrets. Nobody can show it again, only replace it.
        </p>
        <CopiedLine text={told.secret} what={told.what} />
        {told.notes.length > 0 && <Means sentences={told.notes} />}
        <div className="dialog__choices">
          <Button className="button button--main" onPress={onClose}>
            I have kept it
          </Button>
        </div>
      </>
    )}
  </Dialog>
);
