import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Renders in place of the children; it may throw the error again, for the next boundary outside. */
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

/** Shows a fallback in place of children that failed to render. A class, since React has no hook for this. */
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
