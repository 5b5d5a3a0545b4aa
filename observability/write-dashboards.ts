import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloud } from './cloud.ts';
import { toDashboard } from './dashboard.ts';
import { house } from './house.ts';

/** The shipped dashboards by the name of their file. */
export const dashboards = { 'house.json': house, 'cloud.json': cloud } as const;

export const toText = (dashboard: (typeof dashboards)[keyof typeof dashboards]): string =>
  `${JSON.stringify(toDashboard(dashboard), null, 2)}\n`;

if (import.meta.main)
  for (const [name, dashboard] of Object.entries(dashboards))
    writeFileSync(join(import.meta.dirname, 'dashboards', name), toText(dashboard));
