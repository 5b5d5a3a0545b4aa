import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerTime, type Mix, measureWriters, mixes, writers } from '../front/many-writers.ts';
import type { Measurement, Row } from '../row.ts';

/** Required share of responses within a latency in ms. Common clients give up after 3 s. */
const wanted = [
  [0.5, 1_000],
  [0.99, 3_000],
] as const;

/** Measures many clients that send commands in parallel through a bridge in front of a slow device. */
export const measureAttached: Measurement = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  try {
    const rows: Row[] = [];
    for (const [place, mix] of (Object.keys(mixes) as Mix[]).entries()) {
      const times = await measureWriters(join(folder, String(place)), mix);
      for (const [share, limit] of wanted) {
        const time = Math.round(times[Math.ceil(times.length * share) - 1]!);
        rows.push({
          name: `attached command, ${mix}, p${share * 100}`,
          measured: `${time} ms`,
          reference: `${writers} clients in parallel, ${answerTime} ms an answer`,
          limit: `< ${limit} ms`,
          within: time < limit,
        });
      }
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
