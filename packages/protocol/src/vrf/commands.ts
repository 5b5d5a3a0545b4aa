import { commandsOf } from '../definition/command.ts';
import { roomUnitMode, sleepTimer, swing, vrfFan } from '../field/enumeration.ts';
import { choice, flag, index, name } from '../field/make.ts';
import { vrf } from './resource.ts';

const { record } = commandsOf(vrf, {
  group: 'vrf',
  over: ['local', 'cloud'],
  section: '4.4 VRF system',
});
const unitIndex = index('unit', { count: 16 });

export const vrfCommands = [
  record('VrfSystemZoneOn', {
    summary: 'Switch a VRF unit on or off.',
    body: { Index: unitIndex, On: flag('1 on, 0 off') },
  }),
  record('VrfSystemZoneMode', {
    summary: 'Set the mode of a VRF unit.',
    body: { Index: unitIndex, Mode: choice(roomUnitMode, 'mode') },
  }),
  record('VrfSystemZoneFan', {
    summary: 'Set the fan speed of a VRF unit.',
    body: { Index: unitIndex, Fan: choice(vrfFan, 'fan speed') },
  }),
  record('VrfSystemZoneSetpoint', {
    summary: 'Set the target temperature of a VRF unit.',
    body: { Index: unitIndex, Setpoint: vrf.fields.properties.Sp },
    sets: { Setpoint: 'Sp' },
  }),
  record('VrfSystemZoneSwing', {
    summary: 'Set the swing of a VRF unit.',
    body: { Index: unitIndex, Swing: choice(swing, 'swing') },
    sets: { Swing: 'Sw' },
  }),
  record('VrfSystemZoneSleepTimer', {
    summary: 'Switch a VRF unit off after a number of hours.',
    body: { Index: unitIndex, Timer: choice(sleepTimer, 'sleep timer') },
    sets: { Timer: 'Tmr' },
  }),
  record('VrfControlVrfName', {
    summary: 'Name a VRF unit.',
    body: { Index: unitIndex, Name: name('unit name') },
  }),
] as const;
