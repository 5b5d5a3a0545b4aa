import type { Page } from 'playwright-core';

/**
 * The total distance that elements of a page moved without an action of the reader (Layout Instability), and those
 * elements.
 */
export interface Shifted {
  readonly sum: number;
  readonly parts: readonly string[];
}

/** Maximum layout shift of a page while it loads: a fifth of the limit for "good" (0.1). */
export const maxShift = 0.02;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

interface Watching {
  readShifts(): Shifted;
}

/** Records the layout shifts of every later document of a page. */
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

/** Returns the shifts of a page until its next frame. */
export const readShifts = (page: Page): Promise<Shifted> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return (globalThis as unknown as Watching).readShifts();
  });

/** Gives a page a slow connection, so that elements that arrive late cause visible shifts. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const latency = 60;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}
