import { Suspense } from 'react';
import { lazyComponent } from '../../design/lazy.tsx';
import { LazyBoundary } from '../frame/lazy-boundary.tsx';
import type { GroupSectionProps } from './group-section.tsx';

const GroupSection = lazyComponent(async () => (await import('./group-section.tsx')).GroupSection);

/** A group of rooms. Its script is loaded only if there is a group, because most houses have none. */
export const Group = (props: GroupSectionProps) => (
  <LazyBoundary what={props.group.name}>
    <Suspense fallback={null}>
      <GroupSection {...props} />
    </Suspense>
  </LazyBoundary>
);

/** Loads the script of a group. If that fails, the group shows the failure when it renders. */
export const loadGroup = (): Promise<unknown> => GroupSection.load().catch(() => undefined);
