import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Renders in place of the children. It may throw the error again, for the next outer boundary. */
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

/** Shows a fallback in place of children that failed to render. A class, because React has no hook for this. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure?: { readonly error: unknown } }> {
  override state: { failure?: { readonly error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : this.props.fallback(failure.error);
  }
}
