import { type ReactNode, useState } from 'react';
import './fold.css';

/** A collapsible section of the overview on a phone: a title with a few words, and the rest when it is expanded. */
export function Fold({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="fold__head card">
        <span className="fold__title">{title}</span>
        {note !== undefined && <span className="fold__note quiet num">{note}</span>}
      </summary>
      {isOpen && <div className="fold__body">{children}</div>}
    </details>
  );
}
