import { Component, type ReactNode } from 'react';

/** Stands in for a page that failed: says so, and offers to load it anew. A class, since React has no other way. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main>
        <div className="key-form card" role="alert">
          <h1>Something went wrong</h1>
          <p className="quiet">
            Your house is not affected. Reload the page; if it fails again, please report what you did.
          </p>
          <button type="button" className="button button--main" onClick={() => window.location.reload()}>
            Reload
          </button>
        </div>
      </main>
    );
  }
}
