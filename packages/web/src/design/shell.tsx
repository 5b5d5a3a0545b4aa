import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { Icon, type IconName } from './icon.tsx';

/** A page in the navigation. */
export interface ShellPage {
  readonly title: string;
  readonly icon: IconName;
  readonly href: string;
  readonly isCurrent: boolean;
}

interface ShellProps {
  /** The content at the start of the header. */
  readonly brand: ReactNode;
  /** The pages of the navigation; undefined for a visitor, who has none. */
  readonly pages?: readonly ShellPage[] | undefined;
  readonly tools: ReactNode;
  readonly foot: ReactNode;
  /** Where else somebody with a keyboard may want to go first: to the first of these elements that is there. */
  readonly skip?: { readonly label: string; readonly selector: string } | undefined;
  readonly children: ReactNode;
}

/** The header with brand, navigation and tools, and the main area around every page. */
export const Shell = ({ brand, pages, tools, foot, skip, children }: ShellProps) => (
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
          {pages.map(({ title, icon, href, isCurrent }) => (
            <a key={href} className="frame__link" href={href} aria-current={isCurrent ? 'page' : undefined}>
              <Icon name={icon} />
              <span>{title}</span>
            </a>
          ))}
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
