import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../design/icon.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly activity?: 'cool' | 'idle';
  readonly children: ReactNode;
}

/** Replaces an empty list with an explanation and the way to add an item. */
export const EmptyState = ({ icon, title, activity = 'cool', children }: EmptyStateProps) => (
  <section className="empty-state card">
    <span className="empty-state__sign" data-activity={activity}>
      <Icon name={icon} />
    </span>
    <h2>{title}</h2>
    {children}
  </section>
);
