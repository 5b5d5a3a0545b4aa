import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from './lazy.tsx';

interface LoadBoundaryProps {
  /** What stands where a part cannot be fetched. */
  readonly missing: ReactNode;
  readonly children: ReactNode;
}

/** Parts that are fetched later: where they cannot be, what stands around them stays. A class, as React has it. */
export class LoadBoundary extends Component<LoadBoundaryProps, { failure: unknown }> {
  override state = { failure: undefined };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override render() {
    const { children, missing } = this.props;
    const failure: unknown = this.state.failure;
    if (failure === undefined) return children;
    if (!(failure instanceof ChunkLoadError)) throw failure;
    return missing;
  }
}
