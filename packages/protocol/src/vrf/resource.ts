import { resource } from '../definition/resource.ts';
import { days } from '../field/days.ts';
import { roomUnitMode, sleepTimer, swing, vrfFan } from '../field/enumeration.ts';
import { choice, flag, list, minutes, name, number, setpoint, temperature, text } from '../field/make.ts';
import { splitFavouriteUnit, splitStartStop } from '../split/resource.ts';

/**
 * The number of the VRF unit that is also the ducted system (interface 2.7). It can be read but accepts no fan-coil
 * commands.
 */
export const ductedUnit = 0;

const installed = { inert: 'what was installed' };

/** One VRF fan-coil unit, an entry of `VrfControlSystem.Vrfs` (interface 2.7). */
export const vrf = resource('vrf', {
  subsystem: 'vrf',
  name: 'Vrf',
  key: 'X',
  token: 'vrf_zone',
  summary: 'One VRF fan-coil unit.',
  section: '2.7',
  fields: {
    X: number('unit number; 0 is reserved for the ducted system', { min: 0, max: 15 }),
    Name: name('unit name'),
    On: flag('unit on', { metric: 'on' }),
    Mode: choice(roomUnitMode, 'mode', { metric: 'mode' }),
    Fan: choice(vrfFan, 'fan speed'),
    Sp: setpoint('setpoint', { min: 1500, max: 3000, step: 100, metric: 'setpoint' }),
    Sw: choice(swing, 'swing', { inert: 'direction of the louvres; the air of a simulated room is mixed' }),
    Er: text('error of the unit, 3 characters; ` OK` means none', {
      example: ' OK',
      gap: 'the interface does not show the format: the same as ACError',
    }),
    Ra: temperature('return air temperature', { metric: 'return_temperature' }),
    Rs: flag('0 indoor sensor, 1 remote sensor'),
    C325: flag('module connected', installed),
    Ac: flag('unit connected'),
    Cvrf: flag('CVRF module connected', installed),
    Id: number('CVRF device id', installed),
    Ms: flag('master'),
    Rf: flag('radio sensor detected'),
    Tmr: choice(sleepTimer, 'sleep timer'),
    TmrL: minutes('sleep timer left'),
    SwAl: choice(swing, 'swing types allowed', {
      gap: 'the interface does not list the values: none, horizontal, vertical, both, as SplitSystemSwingType_e',
    }),
  },
});

/** One favourite of the VRF system, in the shape of a split favourite (interface 2.7). */
export const vrfFavourite = resource('vrfFavourite', {
  subsystem: 'vrf',
  name: 'VrfControlFavourite',
  key: 'Index',
  summary: 'A favourite of the VRF system.',
  section: '4.2',
  fields: {
    Index: number('favourite index', { min: 0, max: 8 }),
    Name: name('favourite name'),
    ...splitStartStop,
    Enabled: flag('starts and stops by time'),
    DaysEnabled: days,
    Units: list('what each unit does', splitFavouriteUnit, { min: 0, max: 16 }),
  },
});
