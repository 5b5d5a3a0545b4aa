import { Button } from 'react-aria-components';
import { Dialog } from '../../../design/overlay/dialog.tsx';
import { Rich } from '../../../text/rich.tsx';
import { t } from '../../../text/text.ts';
import { BulletList } from '../../frame/bullet-list.tsx';
import { CopyableText } from './copyable-text.tsx';

/** A secret that was just created, with instructions for its owner. */
export interface NewSecret {
  readonly title: string;
  /** Description of the secret: `the client secret`. */
  readonly what: string;
  readonly secret: string;
  readonly notes: readonly string[];
}

/** Shows a secret once. Only its button closes the dialog. */
export const SecretDialog = ({
  newSecret,
  onClose,
}: {
  newSecret: NewSecret | undefined;
  onClose: () => void;
}) => (
  <Dialog title={newSecret?.title ?? ''} isOpen={newSecret !== undefined}>
    {newSecret !== undefined && (
      <>
        <p>
          <Rich
            text={t('console.secretHelp', { what: newSecret.what })}
            parts={{ strong: (content) => <strong>{content}</strong> }}
          />
        </p>
        <CopyableText text={newSecret.secret} what={newSecret.what} />
        {newSecret.notes.length > 0 && <BulletList sentences={newSecret.notes} />}
        <div className="dialog__choices">
          <Button className="button button--main" onPress={onClose}>
            {t('console.haveStored')}
          </Button>
        </div>
      </>
    )}
  </Dialog>
);
