import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { themes } from './every-page.fixture.ts';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
}

/** The script of axe, which only a page opened with `bypassCSP` can run. */
export const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The axe rules about colours; the themes differ only in colours (`themes.test.ts`). */
const colourRules = ['color-contrast', 'link-in-text-block'];

const runAxe = (page: Page, options: object) =>
  page.evaluate(async (given) => {
    type Run = (options: object) => Promise<{ violations: Violation[] }>;
    const { axe } = globalThis as unknown as { axe: { run: Run } };
    return (await axe.run(given)).violations;
  }, options);

/** Returns the violations that axe finds on a page, as sentences; `only` limits it to some rules. */
export async function findViolations(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  const rules = only && { runOnly: { type: 'rule', values: only } };
  // Without selectors for all elements and without a copy of the style sheets, axe takes a third of the time.
  const quick = { ...rules, resultTypes: ['violations'], selectors: false, preload: false };
  const isClean = (await runAxe(page, quick)).length === 0;
  const violations = isClean ? [] : await runAxe(page, { ...rules });
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} ${String(target)}: ${failureSummary}`),
  );
}

/**
 * Returns the violations that axe finds on a page in either theme. The page stays in the other theme, because changing
 * back takes as long as the check.
 */
export async function findInThemes(page: Page): Promise<readonly string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const found: string[] = [];
  for (const [place, colorScheme] of (isDark ? themes.toReversed() : themes).entries()) {
    if (place > 0) await page.emulateMedia({ colorScheme });
    const only = place > 0 ? colourRules : undefined;
    for (const one of await findViolations(page, only)) found.push(`${colorScheme}: ${one}`);
  }
  return found;
}
