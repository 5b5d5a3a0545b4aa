import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Renders the fallback. It may throw the error again for the next outer boundary. */
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

/** Shows a fallback in place of children that failed to render. It is a class because React has no hook for this. */
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
