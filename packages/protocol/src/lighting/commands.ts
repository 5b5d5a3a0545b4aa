import { commandsOf } from '../definition/command.ts';
import { dayFlags } from '../field/days.ts';
import * as of from '../field/enumeration.ts';
import { choice, clock, flag, index, minutes, name, number, percent, setpoint } from '../field/make.ts';
import { lamp, lightFavourite, lighting, lightingLimits, wallSwitch } from './resource.ts';

const operation = { group: 'lighting', over: ['local', 'cloud'], section: 'lighting 3' } as const;
const local = { ...operation, over: ['local'] } as const;
const installer = { ...local, authority: 'installer' } as const;

const lamps = commandsOf(lamp, operation);
const lampSettings = commandsOf(lamp, local);
const favourites = commandsOf(lightFavourite, operation);
const favouriteSettings = commandsOf(lightFavourite, local);
const system = commandsOf(lighting, operation);
const systemSettings = commandsOf(lighting, local);
const lampSetup = commandsOf(lamp, installer);
const switchSetup = commandsOf(wallSwitch, installer);
const systemSetup = commandsOf(lighting, installer);

/** Existing clients send 28.999999999999996 for 29. */
const rounded = { isRounded: true };

const lampNo = index('lamp', { count: lightingLimits.lamps });
/** Returns the index of a lighting device of one kind. The examples are devices of the demo house. */
const deviceNo = (example: number) => index('lamp', { count: lightingLimits.lamps, example });
const blindNo = deviceNo(17);
const switchNo = index('switch', { count: lightingLimits.switches });
const favouriteNo = index('favourite', { count: lightingLimits.favourites });
const brightness = percent('brightness', rounded);
const warmth = percent('white; 0 cold to 100 warm', rounded);
const colours = {
  R: number('red', { min: 0, max: 255, ...rounded }),
  G: number('green', { min: 0, max: 255, ...rounded }),
  B: number('blue', { min: 0, max: 255, ...rounded }),
};
const days = {
  M: 'Days.M',
  Tu: 'Days.Tu',
  W: 'Days.W',
  Th: 'Days.Th',
  F: 'Days.F',
  Sa: 'Days.Sa',
  Su: 'Days.Su',
} as const;
const one = (description: string) => number(description, { min: 1, max: 1 });
const controlled = number('group or zone', { min: 0, max: 255 });
const byteOf = (what: string, place: number) => number(`byte ${place} of the ${what}`, { min: 0, max: 255 });
const address = <Key extends string>(key: Key, what: string) =>
  Object.fromEntries([1, 2, 3, 4].map((place) => [`${key}_${place}`, byteOf(what, place)])) as {
    [Each in `${Key}_${1 | 2 | 3 | 4}`]: ReturnType<typeof byteOf>;
  };

export const lightingCommands = [
  lamps.record('LiOn', {
    summary: 'Switch a lamp on or off; press the button of a garage door.',
    body: { No: lampNo, On: flag('1 on, 0 off') },
    gap: 'a garage door has no separate commands to open and close: either value presses its button once',
  }),
  lamps.record('LiBright', {
    summary: 'Set the brightness of a lamp.',
    body: { No: lampNo, Bright: brightness },
    sets: { Bright: 'Brig' },
  }),
  lamps.record('LiTemp', {
    summary: 'Set the colour temperature of a lamp.',
    body: { No: lampNo, Temp: warmth },
  }),
  lamps.record('LiRgb', {
    summary: 'Set the colour of a lamp.',
    gap: 'Rgb becomes 1 (decisions/037)',
    body: { No: lampNo, ...colours },
  }),
  lamps.record('LiRgbMode', {
    summary: 'Switch a lamp between white and colour.',
    body: { No: lampNo, Rgb: flag('1 colour, 0 white') },
  }),
  lamps.record('LiFx', {
    summary: 'Set the effect of a lamp.',
    body: { No: lampNo, Fx: choice(of.lightEffect, 'effect') },
  }),
  lamps.record('LiAccel', {
    summary: 'Set how fast a lamp changes its light.',
    body: { No: lampNo, Accel: choice(of.lightSpeed, 'speed of changes') },
    sets: { Accel: 'Acce' },
  }),
  lampSettings.record('LiAlarm', {
    summary: 'Switch the alarm of a lamp on or off.',
    body: { No: lampNo, Alar: flag('1 on, 0 off') },
  }),
  lampSettings.record('LiLampAlarm', {
    summary: 'Set the alarm time of a lamp.',
    body: {
      No: lampNo,
      AlH: clock('hour; 31 = none', { max: 23, disabled: 31 }),
      AlM: clock('minute; 63 = none', { max: 59, disabled: 63 }),
      ...dayFlags,
      En: flag('1 enabled, 0 disabled'),
    },
    sets: { ...days, En: 'Alar' },
  }),
  lampSettings.record('LiAlSnooze', {
    summary: 'Snooze the alarm of a lamp.',
    body: {
      No: lampNo,
      Time: minutes('minutes', { min: 1, max: 120, gap: 'the interface does not give a longest time: 2 h' }),
    },
    effect: 'later',
  }),
  lampSettings.record('LiiSense', {
    summary: 'Set whether a lamp follows an iSense.',
    body: { No: lampNo, iSen: flag('1 follows, 0 does not') },
  }),
  lampSettings.record('LiOccSt', {
    summary: 'Set what a lamp does when nobody is there.',
    body: {
      No: lampNo,
      D1: choice(of.occupancyDelay, 'first delay'),
      A1: percent('brightness after the first delay', rounded),
      D2: choice(of.occupancyDelay, 'second delay'),
      A2: percent('brightness after the second delay', rounded),
    },
  }),
  lampSettings.record('LiOccAutoOn', {
    summary: 'Set whether a lamp switches on when somebody comes.',
    body: { No: lampNo, On: flag('1 yes, 0 no') },
    sets: { On: 'OccAuOn' },
  }),
  system.record('LiAllOn', {
    summary: 'Switch on all lamps that take part in "all on".',
    body: { On: one('confirmation; always 1') },
    effect: 'later',
    alsoChanges: ['lamp'],
  }),
  system.record('LiAllOff', {
    summary: 'Switch off all lamps included in all off.',
    body: { Off: one('confirmation; always 1') },
    effect: 'later',
    alsoChanges: ['lamp'],
  }),
  lampSettings.record('LiAlOn', {
    summary: 'Set whether a lamp takes part in "all on".',
    body: { No: lampNo, AlOn: flag('1 yes, 0 no') },
  }),
  lampSettings.record('LiAlOf', {
    summary: 'Set whether all off includes a lamp.',
    body: { No: lampNo, AlOf: flag('1 yes, 0 no') },
  }),
  system.record('LiHoliday', {
    summary: 'Set whether the lamps imitate somebody being at home.',
    body: { Hol: flag('1 on, 0 off') },
    effect: 'later',
    alsoChanges: ['lamp'],
  }),
  system.record('LiMusic', {
    summary: 'Set the light of every lamp with the music effect.',
    body: { RgbOn: flag('1 colour, 0 white'), Temp: warmth, Bright: brightness, ...colours },
    effect: 'later',
    alsoChanges: ['lamp'],
  }),
  lampSettings.record('LiName', {
    summary: 'Name a lamp.',
    body: { No: lampNo, Name: name('name of the lamp') },
  }),
  lampSetup.record('LiGroup', {
    summary: 'Put a lamp into a group.',
    body: { No: lampNo, Group: number('group; 255 = none', { min: 0, max: 255 }) },
    sets: { Group: 'GrNo' },
  }),
  lampSetup.record('LiPage', {
    summary: 'Move a lamp to a page.',
    body: { No: lampNo, Page: number('page', { min: 0, max: lightingLimits.pages - 1 }) },
    sets: { Page: 'PgNo' },
  }),
  lampSetup.record('LiLoc', {
    summary: 'Set the position of a lamp on its page.',
    body: {
      No: lampNo,
      x: percent('distance from the left', rounded),
      y: percent('distance from the top', rounded),
    },
    sets: { x: 'LocX', y: 'LocY' },
  }),
  favourites.record('LiFavAct', {
    summary: 'Apply a favourite to the lamps.',
    body: { No: favouriteNo },
    effect: 'later',
    alsoChanges: ['lamp'],
  }),
  favouriteSettings.record('LiFavSet', {
    summary: 'Save the current settings of some lamps as a favourite.',
    body: {
      No: favouriteNo,
      Ap: name('lamps to include; one digit per lamp from lamp 0, 1 to include it, otherwise 0', {
        bytes: 128,
        example: '0110',
      }),
    },
    effect: 'later',
  }),
  favouriteSettings.record('LiFavName', {
    summary: 'Name a lighting favourite.',
    body: { No: favouriteNo, Name: name('favourite name') },
  }),
  favouriteSettings.record('LiFavEn', {
    summary: 'Enable or disable the times of a lighting favourite.',
    body: { No: favouriteNo, En: flag('1 enabled, 0 disabled') },
  }),
  favouriteSettings.record('LiFavTime', {
    summary: 'Set the times of a lighting favourite.',
    body: {
      No: favouriteNo,
      OnH: clock('start hour; 31 = none', { max: 23, disabled: 31 }),
      OnM: clock('start minute; 63 = none', { max: 59, disabled: 63 }),
      OffH: clock('stop hour; 31 = none', { max: 23, disabled: 31 }),
      OffM: clock('stop minute; 63 = none', { max: 59, disabled: 63 }),
      ...dayFlags,
    },
    sets: { OnH: 'On.H', OnM: 'On.M', OffH: 'Off.H', OffM: 'Off.M', ...days },
  }),
  systemSettings.value('LiTag1', {
    summary: 'Set the first text line.',
    body: name('first text line', { bytes: 31 }),
    sets: 'Tag1',
  }),
  systemSettings.value('LiTag2', {
    summary: 'Set the second text line.',
    body: name('second text line', { bytes: 31 }),
    sets: 'Tag2',
  }),
  systemSetup.value('LiPass', {
    summary: 'Set the configuration password.',
    body: name('password'),
    isSecret: true,
    effect: 'later',
  }),
  systemSettings.record('LiPageName', {
    summary: 'Name a page.',
    body: { No: index('page', { count: lightingLimits.pages, from: 1 }), Name: name('name of the page') },
    effect: 'later',
  }),
  systemSetup.record('LiAdLock', {
    summary: 'Lock or unlock the layout.',
    body: { AdLock: flag('1 locked, 0 unlocked') },
  }),
  systemSetup.record('LiRfCh', {
    summary: 'Change the radio channel.',
    body: { Ch: number('channel', { min: 1, max: 8 }) },
    sets: { Ch: 'RfCh' },
  }),
  systemSetup.record('LiPwrOn', {
    summary: 'Set what lamps do when power returns.',
    body: { PwrOn: choice(of.powerReturn, 'what the lamps do') },
    sets: { PwrOn: 'LiPwrOn' },
  }),
  lampSetup.record('IndividualLiPwrOn', {
    summary: 'Set what one lamp does when power returns.',
    body: { No: lampNo, LiPwrOn: choice(of.lampPowerReturn, 'what the lamp does') },
  }),
  systemSetup.record('LiPair', {
    summary: 'Pair a device that is in pairing mode.',
    body: { Pair: one('confirmation; always 1') },
    effect: 'later',
    alsoChanges: ['lamp', 'wallSwitch'],
  }),
  systemSetup.record('LiRemove', {
    summary: 'Remove a lamp or a switch.',
    body: {
      Type: choice(of.removable, 'what to remove'),
      No: number('number of the lamp or switch', { min: 0, max: lightingLimits.lamps - 1, example: 20 }),
    },
    effect: 'later',
    alsoChanges: ['lamp', 'wallSwitch'],
  }),
  switchSetup.record('SwConfig', {
    summary: 'Set what the buttons and the sensor of a wall switch control.',
    body: {
      No: switchNo,
      LiNo: number('light sensor; 255 = none', { min: 0, max: 255 }),
      OccSys: choice(of.buttonFunction, 'what the occupancy sensor controls'),
      OccNo: controlled,
      But1Sys: choice(of.buttonFunction, 'what button 1 controls'),
      But1No: controlled,
      But2Sys: choice(of.buttonFunction, 'what button 2 controls'),
      But2No: controlled,
      But3Sys: choice(of.buttonFunction, 'what button 3 controls'),
      But3No: controlled,
    },
    sets: { LiNo: 'Lit', OccSys: 'Occ', But1Sys: 'But1', But2Sys: 'But2', But3Sys: 'But3' },
    gap: 'the interface does not show the field that LiNo sets: Lit',
  }),
  lampSetup.record('DeviceTypeChange', {
    summary: 'Set the kind of device of a lamp.',
    body: { No: lampNo, Type: choice(of.deviceType, 'kind of device') },
    effect: 'later',
  }),
  lampSetup.record('CgpoGarage', {
    summary: 'Set whether an outlet controls a garage door.',
    body: { No: deviceNo(14), Type: choice(of.outletType, 'use of the outlet') },
    effect: 'later',
  }),
  lampSetup.record('CgdoPulse', {
    summary: 'Set how long the button of a garage door is pressed.',
    body: {
      No: deviceNo(19),
      Pulse: number('length of a press in tenths of a second', { min: 1, max: 20, ...rounded }),
    },
  }),
  lamps.record('CbldDrive', {
    summary: 'Move or stop a blind.',
    body: { No: blindNo, Mode: choice(of.blindDrive, 'how to move') },
    effect: 'later',
  }),
  lampSetup.record('CbldCalib', {
    summary: 'Calibrate the end positions of a blind.',
    body: { No: blindNo, Cal: one('confirmation; always 1') },
    effect: 'later',
  }),
  lampSetup.record('CbldReverse', {
    summary: 'Set whether the motor of a blind is reversed.',
    body: { No: blindNo, Reverse: flag('1 reversed, 0 not') },
  }),
  lampSetup.record('CbldAllOn', {
    summary: 'Set what a blind does when everything is switched on.',
    body: { No: blindNo, AllOn: choice(of.blindMove, 'move') },
  }),
  lampSetup.record('CbldAllOff', {
    summary: 'Set what a blind does when everything is switched off.',
    body: { No: blindNo, AllOff: choice(of.blindMove, 'move') },
  }),
  lamps.record('CacrtcSetpoint', {
    summary: 'Set the target temperature of a temperature controller.',
    body: {
      No: deviceNo(13),
      Setpoint: setpoint('target temperature', { min: 1500, max: 3000, step: 50, ...rounded }),
    },
  }),
  lampSetup.record('CacdLimitChange', {
    summary: 'Set the lowest brightness of a dimmer.',
    body: {
      No: deviceNo(3),
      CacdLimit: number('lowest brightness', { min: 0, max: 99, unit: '%', ...rounded }),
    },
  }),
  lampSetup.record('CacdswWallSwitchType', {
    summary: 'Set the wall switch of a dimmer.',
    body: { No: deviceNo(2), SwitchType: choice(of.wallSwitchType, 'wall switch') },
  }),
  lampSetup.record('CacdswLedOnOff', {
    summary: 'Switch the lamp in the wall switch of a dimmer on or off.',
    body: { No: deviceNo(2), LedOnOff: flag('1 on, 0 off') },
  }),
  lampSetup.record('CvfcReverseOutput', {
    summary: 'Set whether the output of a voltage-free relay is reversed.',
    body: { No: deviceNo(21), ReverseOutput: flag('1 reversed, 0 not') },
  }),
  systemSetup.record('Time', {
    summary: 'Set the clock.',
    body: lighting.fields.properties.Time.properties,
    effect: 'later',
    gap: 'a time within 60 s of the clock counts as done; the simulator sets the clock of a simulated house',
  }),
  systemSettings.record('LiNetSet', {
    summary: 'Set the network settings of the bridge.',
    body: {
      Dhcp: flag('1 by DHCP, 0 static'),
      ...address('StaticIp', 'address'),
      ...address('Mask', 'mask'),
      ...address('Gateway', 'gateway'),
      ...address('PriDns', 'first name server'),
      ...address('SecDns', 'second name server'),
    },
    effect: 'later',
    gap: 'refused: a bridge does not change the network settings of its machine',
  }),
  systemSettings.value('LiNewBridge', {
    summary: 'Prepare to replace the bridge.',
    body: one('confirmation; always 1'),
    effect: 'later',
    gap: 'the interface does not give the value: Plenum refuses all but 1',
  }),
  systemSettings.value('ReSetMe', {
    summary: 'Restart the bridge.',
    body: number('confirmation; always 12345', { min: 12_345, max: 12_345 }),
    alsoChanges: ['lastButton'],
    effect: 'later',
    gap: 'the interface does not describe the effects of a restart: it clears the last button, devices waiting to be paired and alarms in progress',
  }),
  systemSettings.value('AppleHomeKitPair', {
    summary: 'Pair with Apple Home.',
    body: number('confirmation; always 23456', { min: 23_456, max: 23_456 }),
    effect: 'later',
    gap: 'refused',
  }),
] as const;
