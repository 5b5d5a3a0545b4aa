import { commandsOf } from '../definition/command.ts';
import { dayFlags } from '../field/days.ts';
import { stationMode } from '../field/enumeration.ts';
import { choice, flag, index, list, minutes, name, number } from '../field/make.ts';
import { irrigation, maxStartTimes, program, startTime, station } from './resource.ts';

const about = { group: 'irrigation', over: ['local'], section: '4.4 Irrigation' } as const;
const controller = commandsOf(irrigation, about);
const stations = commandsOf(station, about);
const programs = commandsOf(program, about);

const stationNo = index('station', { count: 24 });
const programNo = index('program', { count: 9 });

export const irrigationCommands = [
  controller.value('RetEnable', {
    summary: 'Enable or disable irrigation.',
    body: flag('1 on, 0 off'),
    sets: 'Enable',
    alsoChanges: ['station'],
  }),
  controller.value('RetRatio', {
    summary: 'Scale all run times; 100 is as programmed.',
    body: number('ratio; shown as ratio minus 100', { min: 0, max: 200, unit: '%' }),
    sets: 'Ratio',
  }),
  controller.value('RetRainWait', {
    summary: 'Delay watering by a number of days because of rain.',
    body: number('days', { min: 0, max: 7, unit: 'd' }),
    sets: 'RainWait',
  }),
  controller.value('RetTestMode', {
    summary: 'Start or stop the test.',
    body: flag('1 start the test, 0 stop'),
    sets: 'TestMode',
    alsoChanges: ['station'],
  }),
  controller.value('RetSoakIntervals', {
    summary: 'Set the number of soak pauses in a run.',
    body: number('soak pauses', { min: 0, max: 15 }),
    sets: 'SoakPeriods',
  }),
  controller.value('RetSoakTime', {
    summary: 'Set the length of each soak pause.',
    body: minutes('length of a soak pause', { max: 240 }),
    sets: 'SoakTime',
  }),
  controller.value('RetSetManRunTime', {
    summary: 'Set the manual run time.',
    body: minutes('manual run time', { min: 1, max: 240 }),
    sets: 'ManualRunTime',
  }),
  controller.record('RetTag2', {
    summary: 'Set the second text line.',
    body: { Tag: name('second text line') },
    sets: { Tag: 'Tag2' },
  }),
  stations.record('RetStnMode', {
    summary: 'Set whether a station runs by program, by hand, or not at all.',
    body: { No: stationNo, Mode: choice(stationMode, 'station mode') },
    alsoChanges: ['irrigation'],
  }),
  stations.record('RetStSoak', {
    summary: 'Enable or disable the soak pauses of a station.',
    body: { No: stationNo, Soak: flag('1 enable, 0 disable') },
  }),
  stations.record('RetPrRetStNameogName', {
    summary: 'Name a station (key spelled exactly so).',
    body: { No: stationNo, Name: name('station name') },
  }),
  programs.record('RetStRunTime', {
    summary: 'Set the run time of a station in a program.',
    body: { Program: programNo, No: stationNo, RunTime: minutes('run time', { max: 240 }) },
    sets: { RunTime: 'RunTimes.{No}.t' },
  }),
  programs.record('RetRunProgram', {
    summary: 'Start or stop a program now.',
    body: { No: programNo, Run: flag('1 start, 0 stop') },
    effect: 'later',
    alsoChanges: ['irrigation', 'station'],
  }),
  programs.record('RetProgram', {
    summary: 'Set the start times of a program.',
    body: {
      Index: programNo,
      StartTimes: list('start times', startTime, {
        min: 0,
        max: maxStartTimes,
        gap: 'the interface does not give a length: at most 6',
      }),
      ...dayFlags,
    },
    sets: {
      M: 'Days.M',
      Tu: 'Days.T',
      W: 'Days.W',
      Th: 'Days.Th',
      F: 'Days.F',
      Sa: 'Days.Sa',
      Su: 'Days.Su',
    },
  }),
  programs.record('RetPrEnable', {
    summary: 'Enable or disable the start times of a program.',
    body: { No: programNo, Enable: flag('1 enabled, 0 disabled') },
  }),
  programs.record('RetProgName', {
    summary: 'Name a program.',
    body: { No: programNo, Name: name('program name') },
    alsoChanges: ['irrigation'],
  }),
] as const;
