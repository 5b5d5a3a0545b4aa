import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../../design/overlay/dialog.tsx';
import { Rich } from '../../../text/rich.tsx';
import { t } from '../../../text/text.ts';
import { BulletList } from '../../frame/bullet-list.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyableText } from './copyable-text.tsx';

/** A secret that was just created, with instructions for its owner. */
interface NewSecret {
  readonly title: string;
  /** Description of the secret: `the client secret`. */
  readonly what: string;
  readonly secret: string;
  /** The heading of a secret with several lines. */
  readonly label?: string;
  readonly notes?: readonly string[];
  /** Runs after the dialog was closed. */
  readonly afterwards?: () => void;
}

const Content = ({ newSecret: { what, secret, label, notes = [] } }: { newSecret: NewSecret }) => (
  <>
    <p>
      <Rich
        text={t('console.secretHelp', { what })}
        parts={{ strong: (content) => <strong>{content}</strong> }}
      />
    </p>
    {label === undefined ? (
      <CopyableText text={secret} what={what} />
    ) : (
      <CodeBlock label={label} text={secret} />
    )}
    {notes.length > 0 && <BulletList sentences={notes} />}
  </>
);

/** Returns a dialog, and a function that shows a secret in it once. Only the button of the dialog closes it. */
export function useSecretDialog(): readonly [dialog: ReactNode, show: (newSecret: NewSecret) => void] {
  const [newSecret, setNewSecret] = useState<NewSecret>();
  const [isOpen, setOpen] = useState(false);
  const show = (next: NewSecret) => {
    setNewSecret(next);
    setOpen(true);
  };
  const close = () => {
    // The dialog is closed before it leaves the page: if the reader goes back in the same moment, the page is not
    // removed, and an open dialog would keep it inert.
    setOpen(false);
    newSecret?.afterwards?.();
  };
  const dialog = newSecret !== undefined && (
    <Dialog title={newSecret.title} isOpen={isOpen}>
      <Content newSecret={newSecret} />
      <div className="dialog__choices">
        <Button className="button button--main" onPress={close}>
          {t('console.haveStored')}
        </Button>
      </div>
    </Dialog>
  );
  return [dialog, show];
}
