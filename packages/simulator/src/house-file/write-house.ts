import { createRequire } from 'node:module';
import type { HouseFile } from '../house-schema/house.ts';

const require = createRequire(import.meta.url);

const about = [
  'A house, as it is set up: plenum bridge --house FILE starts it, plenum install HOST --import FILE sets another one up so.',
  'What `settings` has counts over the rest, in the names and values of the interface.',
];

const assumptions = [
  '',
  'A bridge does not show everything. These are usual values; replace what you know better:',
  '  place                 latitude, longitude, time zone',
  '  rooms                 one for each zone and unit; areas of zones are real, walls and people are not there',
  '  ducted.unit           cooling and airflow are those that fan auto counts on',
  '  splits, vrf           cooling of each unit',
  '  power                 what each channel measures, peak power of the panels',
  '  lighting              the room of each lamp',
];

/** The text of a house file, in YAML; with comments on what is assumed where a house was not simulated. */
export const writeHouse = (house: HouseFile, isAssumed = false): string => {
  const { stringify } = require('yaml') as typeof import('yaml');
  const comments = [...about, ...(isAssumed ? assumptions : [])].map((line) => `# ${line}`.trimEnd());
  const text = stringify(house, { aliasDuplicateObjects: false, lineWidth: 120 });
  return `${comments.join('\n')}\n\n${text}`;
};
