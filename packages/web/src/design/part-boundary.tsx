import { Component, type ReactNode } from 'react';
import { Unfetched } from './later.tsx';

interface PartBoundaryProps {
  /** What stands where a part cannot be fetched. */
  readonly missing: ReactNode;
  readonly children: ReactNode;
}

/** Parts that are fetched later: where they cannot be, what stands around them stays. A class, as React has it. */
export class PartBoundary extends Component<PartBoundaryProps, { failure: unknown }> {
  override state = { failure: undefined };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override render() {
    const { children, missing } = this.props;
    const failure: unknown = this.state.failure;
    if (failure === undefined) return children;
    if (!(failure instanceof Unfetched)) throw failure;
    return missing;
  }
}
