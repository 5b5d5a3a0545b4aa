/** The reason why the page cannot be installed in this browser, or the way to install it. */
export type Installability =
  | 'installed'
  | 'insecure'
  | 'unsupported'
  | 'offered'
  | 'share-menu'
  | 'browser-menu';

interface Browser {
  /** True for HTTPS and for this machine (W3C Secure Contexts). */
  readonly isSecure: boolean;
  readonly isInstalled: boolean;
  readonly hasServiceWorker: boolean;
  /** True if the browser has offered an install prompt. */
  readonly isOffered: boolean;
  readonly userAgent: string;
}

/**
 * Returns whether and how a page can be installed. On an iPhone or iPad, every browser installs from the share menu.
 */
export function toInstallability(browser: Browser): Installability {
  if (browser.isInstalled) return 'installed';
  if (!browser.isSecure) return 'insecure';
  if (!browser.hasServiceWorker) return 'unsupported';
  if (browser.isOffered) return 'offered';
  return /iPhone|iPad/.test(browser.userAgent) ? 'share-menu' : 'browser-menu';
}
