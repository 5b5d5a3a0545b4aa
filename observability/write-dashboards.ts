import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloud } from './cloud.ts';
import { toDashboard } from './dashboard.ts';
import { house } from './house.ts';

/** Writes the shipped dashboards, to another folder where one is named. */
const folder = process.argv[2] ?? join(import.meta.dirname, 'dashboards');
for (const [name, dashboard] of Object.entries({ 'house.json': house, 'cloud.json': cloud }))
  writeFileSync(join(folder, name), `${JSON.stringify(toDashboard(dashboard), null, 2)}\n`);
