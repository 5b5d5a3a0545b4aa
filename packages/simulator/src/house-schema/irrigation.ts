import { bool, list, minutes, name, number, quantity, record, text, word } from '@plenum/protocol/field';
import { daysOfWeek, timeOfDay } from './fields.ts';

/** The irrigation controller of a house file. */
export const irrigation = record(
  'irrigation controller',
  {
    tag1: text('first text line'),
    tag2: name('second text line'),
    enabled: bool('enabled at the start; true if left out'),
    ratio: number('run time ratio; 100 = as programmed', { min: 0, max: 200 }),
    soakPeriods: number('soak pauses in a run', { min: 0, max: 15 }),
    soakTime: minutes('length of a soak pause', { max: 240 }),
    testTime: minutes('time of each station in test mode', { max: 240 }),
    manualRunTime: minutes('manual run time', { min: 1, max: 240 }),
    ignoreOpenWires: bool('waters a station even if it draws no current'),
    pump: quantity('power of the pump while a station waters; if left out, there is no pump', {
      min: 0,
      max: 10_000,
      unit: 'W',
    }),
    stations: list(
      'stations',
      record(
        'station',
        {
          name: name('station name'),
          soak: bool('soak pauses'),
          mode: word('initial mode', ['auto', 'disabled']),
        },
        { optional: ['soak', 'mode'] },
      ),
      { min: 1, max: 24 },
    ),
    programs: list(
      'programs',
      record(
        'program',
        {
          name: name('program name'),
          enabled: bool('starts by time'),
          days: daysOfWeek,
          starts: list('start times, such as 06:00', timeOfDay('start'), { min: 0, max: 6 }),
          runTimes: list('minutes of each station', minutes('run time', { max: 240 }), { min: 0, max: 24 }),
        },
        { optional: ['enabled', 'days', 'starts', 'runTimes'] },
      ),
      { min: 0, max: 9 },
    ),
  },
  {
    optional: [
      'tag1',
      'tag2',
      'enabled',
      'ratio',
      'soakPeriods',
      'soakTime',
      'testTime',
      'manualRunTime',
      'ignoreOpenWires',
      'pump',
      'programs',
    ],
  },
);
