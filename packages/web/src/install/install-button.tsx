import { Suspense, useState } from 'react';
import { Button } from 'react-aria-components';
import { lazyComponent } from '../design/lazy.tsx';
import { LoadBoundary, LoadError } from '../design/notice/load-error.tsx';
import { t } from '../text/text.ts';
import type { LoadedDevice } from './device.ts';

const InstallDialog = lazyComponent(async () => (await import('./install-dialog.tsx')).InstallDialog);

interface InstallButtonProps {
  readonly device: LoadedDevice;
  /** True if the dialog can remove the stored data, as on the page of a bridge, which has no sign-out. */
  readonly canForget?: boolean;
}

/** A button that opens the dialog for installing the page. */
export function InstallButton({ device, canForget = false }: InstallButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="button button--plain" onPress={() => setOpen(true)}>
        {t('install.title')}
      </Button>
      {isOpen && (
        <LoadBoundary missing={<LoadError what={t('install.title')} />}>
          <Suspense fallback={null}>
            <InstallDialog device={device} canForget={canForget} onClose={() => setOpen(false)} />
          </Suspense>
        </LoadBoundary>
      )}
    </>
  );
}
