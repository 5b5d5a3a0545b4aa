import { startBridge } from '@plenum/testbed/bridge';
import { launchBrowser } from '@plenum/testbed/chromium';
import type { Browser, Page } from 'playwright-core';
import type { Measurement, Row } from '../row.ts';

/** Seconds per measurement, and the time in which the page finishes loading. */
const seconds = 15;
const warmUp = 6;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Work {
  /** Share of a core used by the main thread of the page. */
  readonly share: number;
  /** Longest task of the main thread in ms; 0 if none took 50 ms, the shortest task that browsers report. */
  readonly longest: number;
}

/** Runs in the page. */
const observeTasks = `longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
}).observe({ type: 'longtask' });`;

/** Measures the CPU time of the main thread, so that other load on the machine has little effect. */
const measureWork = async (page: Page): Promise<Work> => {
  await wait(warmUp * 1_000);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  await page.evaluate(observeTasks);
  const begun = performance.now();
  const before = await busy();
  await wait(seconds * 1_000);
  const used = (await busy()) - before;
  return {
    share: used / ((performance.now() - begun) / 1_000),
    longest: Number(await page.evaluate('longest')),
  };
};

interface House {
  readonly name: string;
  readonly path: string;
  readonly house: 'demo' | 'large';
  readonly speed: number;
  readonly limit: number;
  readonly longest?: number;
}

/** Pages without user input. The last one shows the largest house, running 600 times as fast as real time. */
const houses: readonly House[] = [
  { name: 'an idle overview', path: '#/overview', house: 'demo', speed: 1, limit: 0.02 },
  { name: 'an idle wall display', path: '#/wall', house: 'demo', speed: 1, limit: 0.02 },
  {
    name: 'overview of the largest house',
    path: '#/overview',
    house: 'large',
    speed: 600,
    limit: 0.3,
    longest: 50,
  },
];

const measurePage = async (browser: Browser, { name, path, house, speed, limit, longest }: House) => {
  await using bridge = await startBridge('--house', house);
  await bridge.post('/HvacCommandV2', { SysOn: 1 });
  await bridge.post('/HvacCommandV2', { SysMode: 1 });
  for (const Index of [0, 1, 2]) await bridge.post('/HvacCommandV2', { ZoneMode: { Index, Mode: 3 } });
  await bridge.post('/simulation/ClockScale', speed);
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  await page.goto(`${bridge.url}/${path}`);
  const work = await measureWork(page);
  await context.close();
  const within = work.share <= limit && (longest === undefined || work.longest <= longest);
  const limits = [`<= ${limit * 100} %`, ...(longest === undefined ? [] : [`<= ${longest} ms`])].join(', ');
  const row: Row = {
    name,
    measured: `${(work.share * 100).toFixed(1)} % of a core${longest === undefined ? '' : `, longest task ${work.longest.toFixed(0)} ms`}`,
    reference: `1920 x 1080, ${house} house at ${speed} times its speed`,
    ratio: work.share / limit,
    limit: limits,
    within,
  };
  return row;
};

/** Measures the load of the house pages on the main thread of a browser. */
export const measurePages: Measurement = async () => {
  await using opened = await launchBrowser();
  const rows: Row[] = [];
  for (const house of houses) rows.push(await measurePage(opened.browser, house));
  return rows;
};
