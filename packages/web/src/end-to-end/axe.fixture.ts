import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
}

/** The script of axe; a page has to be opened with `bypassCSP` to take it. */
export const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds on a page that has its script, in sentences. */
export const findViolations = async (page: Page): Promise<readonly string[]> => {
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} ${String(target)}: ${failureSummary}`),
  );
};
