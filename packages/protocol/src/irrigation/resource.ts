import { resource } from '../definition/resource.ts';
import * as of from '../field/enumeration.ts';
import { bool, choice, clock, flag, list, minutes, name, number, record, text } from '../field/make.ts';

const installed = { inert: 'what was installed' };

const programNames = {
  Name1: name('name of program 0'),
  Name2: name('name of program 1'),
  Name3: name('name of program 2'),
  Name4: name('name of program 3'),
  Name5: name('name of program 4'),
  Name6: name('name of program 5'),
  Name7: name('name of program 6'),
  Name8: name('name of program 7'),
  Name9: name('name of program 8'),
};

/** The irrigation controller, datagram `RetSystem` (interface 2.8). */
export const irrigation = resource('irrigation', {
  subsystem: 'irrigation',
  name: 'RetSystem',
  token: 'irrigation_systemsettings',
  summary: 'The irrigation controller.',
  section: '2.8',
  fields: {
    Tag1: text('first text line', { inert: 'text for people to read' }),
    Tag2: name('second text line', { inert: 'text for people to read' }),
    ...programNames,
    Enable: bool('system enabled'),
    SoakPeriods: number('soak pauses in a run', { min: 0, max: 15 }),
    SoakTime: minutes('length of a soak pause', { max: 240 }),
    NoOfStations: number('number of stations', { example: 8, min: 0, max: 24, ...installed }),
    Ratio: number('run time ratio; shown as ratio minus 100', { example: 100, min: 0, max: 200, unit: '%' }),
    TestTime: minutes('time of each station in test mode', { max: 240 }),
    RainWait: number('days of rain delay', { min: 0, max: 7, unit: 'd' }),
    ManualRunTime: minutes('manual run time', { min: 1, max: 240 }),
    IgnoreLowCurrentFault: flag('ignore a low current fault'),
    CurrentProgram: number('running program, 0-8; any other value = none', {
      example: 255,
      gap: 'the interface does not give the value for none: 255',
    }),
    TestMode: flag('test running'),
    Pass: text('configuration password', { gap: 'always answered empty over the network', ...installed }),
    RfCh: number('radio channel', { min: 1, max: 8, ...installed }),
    CtrlErr: number('0 none; 1, 2, 3 = error on controller 1, 2, 3', { min: 0, max: 3 }),
  },
});

/** One irrigation station, datagram `RetStation` (interface 2.8). */
export const station = resource('station', {
  subsystem: 'irrigation',
  name: 'RetStation',
  key: 'Index',
  token: 'irrigation_station',
  summary: 'One irrigation station.',
  section: '2.8',
  fields: {
    Index: number('station index', { min: 0, max: 23 }),
    Name: name('station name'),
    Soak: flag('soak pauses'),
    State: choice(of.stationState, 'current state', { metric: 'state' }),
    Error: choice(of.stationError, 'fault of its wire', { metric: 'fault' }),
    LastRun: number('days since the last run; 7 = 7 or more', { min: 0, max: 7, unit: 'd' }),
    Mode: choice(of.stationMode, 'station mode'),
  },
});

const gap = 'the interface does not give the marker of an unused start time: the same as in a favourite';

/** A start time of a program. */
export const startTime = record('start time', {
  h: clock('hour; 31 = unused', { max: 23, disabled: 31, gap }),
  m: clock('minute; 63 = unused', { max: 59, disabled: 63, gap }),
});

/** Maximum number of start times of a program. Interface 2.8 does not state it. */
export const maxStartTimes = 6;

const programDays = record('days on which the program runs (Tuesday is `T` here)', {
  M: flag('Monday'),
  T: flag('Tuesday'),
  W: flag('Wednesday'),
  Th: flag('Thursday'),
  F: flag('Friday'),
  Sa: flag('Saturday'),
  Su: flag('Sunday'),
});

/** One irrigation program, datagram `RetProgram` (interface 2.8). */
export const program = resource('program', {
  subsystem: 'irrigation',
  name: 'RetProgram',
  key: 'Index',
  token: 'irrigation_program',
  summary: 'One irrigation program; an unused one has an empty name.',
  section: '2.8',
  fields: {
    Index: number('program index', { min: 0, max: 8 }),
    Name: name('program name'),
    Days: programDays,
    Enable: flag('start times enabled'),
    StartTimes: list('start times', startTime, {
      min: 0,
      max: maxStartTimes,
      gap: 'the interface does not give a length: at most 6',
    }),
    RunTimes: list('run time of each station', record('run time', { t: minutes('run time', { max: 240 }) }), {
      min: 24,
      max: 24,
    }),
  },
});
