import { Component, type ReactNode } from 'react';

/** Stands in for a page that failed: says so, and offers to load it anew. A class, since React has no other way. */
export class Trouble extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main>
        <div className="key-form card" role="alert">
          <h1>This page failed</h1>
          <p className="quiet">
            The house goes on as it was. Load the page anew; if it fails again, tell us what you did.
          </p>
          <button type="button" className="button button--main" onClick={() => window.location.reload()}>
            Load it anew
          </button>
        </div>
      </main>
    );
  }
}
