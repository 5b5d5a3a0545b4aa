import { startChild } from '../child.ts';
import { timeEach } from '../cloud/latency.ts';
import type { Curve } from '../recording.ts';
import { alternateSizes } from './sizes.ts';

const [hour, day] = [3_600_000, 86_400_000];
const count = 30;
const series = 'unit.Temp,zone.0.Temp,zone.1.Temp,zone.2.Temp';

/** Measures the history of bridges that have kept it for a day to five years. */
export async function growHistory(): Promise<Record<string, Curve>> {
  await using stack = new AsyncDisposableStack();
  const ports = new Map<number, number>();
  for (const days of [2, 30, 365, 5 * 365])
    ports.set(days, stack.use(await startChild('servers/bridge', [`${days}`])).port);
  const now = Date.now();
  const read = (length: (days: number) => number, step: number) =>
    alternateSizes([...ports.keys()], (days) => async () => {
      const url = `http://127.0.0.1:${ports.get(days)}/history?series=${series}&from=${now - length(days)}&to=${now}&step=${step}`;
      const ask = async () => {
        const answer = await fetch(url);
        const text = await answer.text();
        if (!answer.ok) throw new Error(text);
      };
      return (await timeEach(count, ask)).p50;
    });
  return {
    'history of the last day by days kept': await read(() => day, hour / 4),
    'history of everything by days kept': await read((days) => days * day, day),
  };
}
