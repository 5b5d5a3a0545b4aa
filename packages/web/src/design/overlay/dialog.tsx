import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './overlay.css';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** If it is omitted, the dialog cannot be dismissed. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

export const Dialog = ({ title, isOpen, onClose, children }: DialogProps) => (
  <ModalOverlay
    className="overlay dialog__overlay"
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose?.()}
    isDismissable={onClose !== undefined}
    isKeyboardDismissDisabled={onClose === undefined}
  >
    <Modal className="dialog">
      <AriaDialog className="dialog__page" role={onClose === undefined ? 'alertdialog' : 'dialog'}>
        <Heading slot="title" level={2} className="dialog__title">
          {title}
        </Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
