import { useEffect, useRef, useState } from 'react';
import { t } from '../text/text.ts';
import { Icon } from './icon.tsx';
import { PageLink, type ShellPage } from './page-link.tsx';

/** A menu of the pages that do not fit in the navigation. */
export function MorePages({ pages }: { pages: readonly ShellPage[] }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      if (event instanceof PointerEvent && root.current?.contains(event.target as Node)) return;
      setOpen(false);
    };
    const types = ['pointerdown', 'keydown', 'hashchange'] as const;
    for (const type of types) window.addEventListener(type, close);
    return () => {
      for (const type of types) window.removeEventListener(type, close);
    };
  }, [isOpen]);
  const isCurrent = pages.some((one) => one.isCurrent);
  return (
    <details
      ref={root}
      className="frame__more"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="frame__link" data-current={isCurrent || undefined}>
        <Icon name="more" />
        <span>{t('design.morePages')}</span>
      </summary>
      <div className="frame__menu card">
        {pages.map((page) => (
          <PageLink key={page.href} page={page} />
        ))}
      </div>
    </details>
  );
}
