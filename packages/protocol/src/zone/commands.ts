import { commandsOf } from '../definition/command.ts';
import { zoneMode } from '../field/enumeration.ts';
import { choice, index, name, percent } from '../field/make.ts';
import { zone } from './resource.ts';

const { record } = commandsOf(zone, {
  group: 'zone',
  over: ['local', 'cloud'],
  section: '4.4 Zone',
});
const zoneIndex = index('zone', { count: 14 });

export const zoneCommands = [
  record('ZoneMode', {
    summary: 'Open, close or let a zone follow its temperature.',
    body: { Index: zoneIndex, Mode: choice(zoneMode, 'zone mode') },
  }),
  record('ZoneSetpoint', {
    summary: 'Set the target temperature of one zone.',
    body: { Index: zoneIndex, Setpoint: zone.fields.properties.Setpoint },
  }),
  record('ZoneMaxAir', {
    summary: 'Limit how far the damper of a zone opens.',
    body: { Index: zoneIndex, MaxAir: percent('highest damper opening', { step: 5 }) },
  }),
  record('ZoneMinAir', {
    summary: 'Limit how far the damper of a zone closes.',
    body: { Index: zoneIndex, MinAir: percent('lowest damper opening', { step: 5 }) },
  }),
  record('ZoneName', { summary: 'Name a zone.', body: { Index: zoneIndex, Name: name('zone name') } }),
] as const;
