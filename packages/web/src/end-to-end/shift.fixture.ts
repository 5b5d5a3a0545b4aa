import type { Page } from 'playwright-core';

/** What of a page jumped without its reader doing anything: how far (Layout Instability, the sum of it) and which parts. */
export interface Shifted {
  readonly sum: number;
  readonly parts: readonly string[];
}

/** How much of a page may jump while it comes: below a tenth of what is held to be good. */
export const maxShift = 0.02;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

interface Watching {
  readShifts(): Shifted;
}

/** Makes every document a page shows from now on watch its own shifts. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const all: Shift[] = [];
    const keep = (entries: readonly PerformanceEntry[]) =>
      all.push(...(entries as readonly Shift[]).filter(({ hadRecentInput }) => !hadRecentInput));
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const nameOf = ({ node }: Shift['sources'][number]) =>
      node instanceof Element ? `${node.localName}.${node.className}` : String(node?.textContent);
    Object.assign(globalThis, {
      readShifts: (): Shifted => {
        keep(observer.takeRecords());
        return {
          sum: all.reduce((sum, { value }) => sum + value, 0),
          parts: all.flatMap(({ value, sources }) => [
            `${value.toFixed(4)}: ${sources.map(nameOf).join(', ')}`,
          ]),
        };
      },
    });
  });

/** What has shifted on a page up to what it draws next. */
export const readShifts = (page: Page): Promise<Shifted> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return (globalThis as unknown as Watching).readShifts();
  });

/** Puts a page at the end of a slow line, where what comes later than the rest is seen to come. */
export const slowDown = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const latency = 60;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
};
