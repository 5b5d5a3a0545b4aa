import type { ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../../text/text.ts';
import { Icon } from '../icon.tsx';
import './overlay.css';
import './sheet.css';

interface SheetProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel that slides over the page from the side; on a phone it covers the page. */
export const Sheet = ({ title, isOpen, onClose, children }: SheetProps) => (
  <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable>
    <Modal className="sheet">
      <Dialog className="sheet__page">
        <header className="sheet__head">
          <Heading slot="title" level={2} className="sheet__title">
            {title}
          </Heading>
          <Button
            className="button button--plain button--icon"
            aria-label={t('common.close')}
            onPress={onClose}
          >
            <Icon name="close" />
          </Button>
        </header>
        <div className="sheet__body">{children}</div>
      </Dialog>
    </Modal>
  </ModalOverlay>
);
