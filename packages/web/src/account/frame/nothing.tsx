import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../design/icon.tsx';

interface NothingProps {
  readonly icon: IconName;
  readonly title: string;
  readonly look?: 'cool' | 'idle';
  readonly children: ReactNode;
}

/** In place of a list that is empty: what is not there yet, and how it comes to be. */
export const Nothing = ({ icon, title, look = 'cool', children }: NothingProps) => (
  <section className="nothing card">
    <span className="nothing__sign" data-activity={look}>
      <Icon name={icon} />
    </span>
    <h2>{title}</h2>
    {children}
  </section>
);
