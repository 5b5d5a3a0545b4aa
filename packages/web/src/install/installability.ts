/** The reason why the page cannot be installed in this browser, or the way to install it. */
export type Installability =
  | 'installed'
  | 'insecure'
  | 'unsupported'
  | 'offered'
  | 'share-menu'
  | 'browser-menu';

interface Browser {
  /** HTTPS, or this machine (W3C Secure Contexts). */
  readonly isSecure: boolean;
  readonly isInstalled: boolean;
  readonly hasServiceWorker: boolean;
  /** True if the browser lets the page ask. */
  readonly isOffered: boolean;
  readonly userAgent: string;
}

/** Returns if and how a page can be installed. An iPhone or iPad installs from its share menu, with any browser. */
export const toInstallability = (browser: Browser): Installability => {
  if (browser.isInstalled) return 'installed';
  if (!browser.isSecure) return 'insecure';
  if (!browser.hasServiceWorker) return 'unsupported';
  if (browser.isOffered) return 'offered';
  return /iPhone|iPad/.test(browser.userAgent) ? 'share-menu' : 'browser-menu';
};
