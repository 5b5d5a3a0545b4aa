import { useId } from 'react';
import { t } from '../text/text.ts';
import { toDocsAddress } from './docs-link.tsx';
import './guides.css';

/** A section with links to the guides for other systems; renders nothing if the server has no documentation. */
export function Guides({ className }: { readonly className: string }) {
  const id = useId();
  const guides = [
    { path: 'how-to/home-assistant/', label: t('guides.homeAssistant') },
    { path: 'how-to/matter/', label: 'Matter' },
    { path: 'how-to/assistants/', label: t('guides.assistants') },
  ].flatMap(({ path, label }) => {
    const href = toDocsAddress(path);
    return href === undefined ? [] : [{ href, label }];
  });
  if (guides.length === 0) return null;
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{t('guides.title')}</h2>
      <ul className="guides">
        {guides.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
