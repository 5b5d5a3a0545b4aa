import { createRequire } from 'node:module';
import type { HouseFile } from '../house-schema/house.ts';

const require = createRequire(import.meta.url);

const about = [
  'The setup of a house. Start it with plenum bridge --house FILE; set up another house like it with plenum install HOST --import FILE.',
  'Values under `settings` override the rest of the file. They have the names and values of the interface.',
];

const assumptions = [
  '',
  'A bridge does not show everything. These are typical values; replace them with what you know:',
  '  place                 latitude, longitude, time zone',
  '  rooms                 one for each zone and unit; areas of zones are real, walls and people are missing',
  '  ducted.unit           cooling and airflow are the ones that fan auto assumes',
  '  splits, vrf           cooling of each unit',
  '  power                 what each channel measures, peak power of the panels',
  '  lighting              the room of each lamp',
];

/** Returns the text of a house file in YAML. Comments list the assumptions if the house was not simulated. */
export function writeHouse(house: HouseFile, isAssumed = false): string {
  const { stringify } = require('yaml') as typeof import('yaml');
  const comments = [...about, ...(isAssumed ? assumptions : [])].map((line) => `# ${line}`.trimEnd());
  const text = stringify(house, { aliasDuplicateObjects: false, lineWidth: 120 });
  return `${comments.join('\n')}\n\n${text}`;
}
