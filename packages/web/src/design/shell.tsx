import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { MorePages } from './more-pages.tsx';
import { PageLink, type ShellPage } from './page-link.tsx';

interface ShellProps {
  /** The content at the start of the header. */
  readonly brand: ReactNode;
  /** The pages in the navigation; `undefined` for a visitor, who has none. */
  readonly pages?: readonly ShellPage[] | undefined;
  /** Further pages, behind a button at the end of the navigation. */
  readonly morePages?: readonly ShellPage[];
  readonly tools: ReactNode;
  readonly foot: ReactNode;
  /** An additional skip link; its target is the first element that matches the selector. */
  readonly skip?: { readonly label: string; readonly selector: string } | undefined;
  readonly children: ReactNode;
}

/** The layout of every page: a header with brand, navigation and tools, and the main area. */
export const Shell = ({ brand, pages, morePages = [], tools, foot, skip, children }: ShellProps) => (
  <div className="frame">
    <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
      {t('design.skip')}
    </button>
    {skip !== undefined && (
      <button
        type="button"
        className="skip"
        onClick={() => document.querySelector<HTMLElement>(skip.selector)?.focus()}
      >
        {skip.label}
      </button>
    )}
    <header className="frame__head">
      {brand}
      {pages !== undefined && (
        <nav className="frame__nav" aria-label={t('design.pages')}>
          {pages.map((page) => (
            <PageLink key={page.href} page={page} />
          ))}
          {morePages.length > 0 && <MorePages pages={morePages} />}
        </nav>
      )}
      <div className="frame__tools">{tools}</div>
    </header>
    <main id="main" className="frame__main" tabIndex={-1}>
      {children}
    </main>
    <footer className="frame__foot">{foot}</footer>
  </div>
);
