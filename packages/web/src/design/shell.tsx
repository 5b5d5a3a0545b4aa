import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** A page there is a way to from every other. */
export interface ShellPage {
  readonly title: string;
  readonly icon: IconName;
  readonly href: string;
  readonly isCurrent: boolean;
}

interface ShellProps {
  /** Whose page it is, at its beginning. */
  readonly brand: ReactNode;
  /** The pages there is a way to; left out where nobody may go anywhere. */
  readonly pages?: readonly ShellPage[] | undefined;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** What stands around every page: whose it is, the way to the others, and what is at hand on all of them. */
export const Shell = ({ brand, pages, tools, children }: ShellProps) => (
  <div className="frame">
    <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
      Skip to main content
    </button>
    <header className="frame__head">
      {brand}
      {pages !== undefined && (
        <nav className="frame__nav" aria-label="Pages">
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
  </div>
);
