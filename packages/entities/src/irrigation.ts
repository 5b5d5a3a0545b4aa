import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { refuse } from '@plenum/protocol/refusal';
import { entityKind, isNamed } from './entity.ts';
import { derived, type EntityMember, membersOf, press, toWanted } from './member.ts';
import { openAndClose, readWord } from './value.ts';

type Irrigation = DatagramOf<'irrigation'>;
type Program = DatagramOf<'program'>;
type Station = DatagramOf<'station'>;
const { stationMode, stationState } = enumerations;
const controller = membersOf('irrigation');
const programs = membersOf('program');
const stations = membersOf('station');

/** True if a fault number is not 0. */
const faultFlag = (fault: number | undefined) => (fault === undefined ? null : fault === 0 ? 'off' : 'on');

/** Returns the running program; `undefined` if none runs (interface 2.8). */
const running = (irrigation: Irrigation | undefined, all: readonly Program[]): Program | undefined =>
  all.find(({ Index }) => Index === irrigation?.CurrentProgram);

/** The irrigation controller (interface 2.8). */
export const irrigationEntity = entityKind<Irrigation>(
  'irrigation',
  ({ irrigation }) => irrigation.map((source) => ({ ids: [], source })),
  {
    name: controller.shown('Tag1'),
    enabled: controller.field('Enable'),
    program: derived((source, { datagrams }) => running(source, datagrams.program)?.Name ?? 'none'),
    ratio: controller.field('Ratio'),
    rain_wait: controller.field('RainWait'),
    soak_periods: controller.field('SoakPeriods'),
    soak_time: controller.field('SoakTime'),
    manual_run_time: controller.field('ManualRunTime'),
    test: controller.field('TestMode'),
    has_fault: derived(({ CtrlErr }) => faultFlag(CtrlErr)),
  },
  ({ program }) => [program],
);

/** One irrigation program; an unused one has an empty name. */
export const programEntity = entityKind<Program>(
  'program',
  ({ program }) => program.filter(isNamed).map((source) => ({ ids: [source.Index], source })),
  {
    name: programs.field('Name'),
    enabled: programs.field('Enable'),
    running: derived(({ Index }, { datagrams: { irrigation } }) =>
      irrigation[0]?.CurrentProgram === Index ? 'on' : 'off',
    ),
    run: press(({ Index }) => toWanted('RetRunProgram', { No: Index, Run: 1 })),
    stop: press(({ Index }) => toWanted('RetRunProgram', { No: Index, Run: 0 })),
  },
  ({ irrigation }) => [irrigation],
);

/**
 * Opens a station by hand, or closes it again. A station that a program waters can be stopped only together with the
 * program.
 */
const setValve: EntityMember<Station>['write'] = (typed, { Index, Mode, State }, { datagrams }) => {
  const word = readWord(typed, openAndClose);
  if (!word.ok) return word;
  if (word.value === 'open') return toWanted('RetStnMode', { No: Index, Mode: stationMode.values.manual });
  const name = running(datagrams.irrigation[0], datagrams.program)?.Name;
  const isByProgram = Mode !== stationMode.values.manual && State !== stationState.values['not running'];
  if (isByProgram && name !== undefined) {
    const facts = { what: 'closing-station', reason: 'program-waters', name } as const;
    return refuse('not-available', { path: ['RetStnMode'], input: typed, facts });
  }
  return toWanted('RetStnMode', { No: Index, Mode: stationMode.values.auto });
};

/** One irrigation station. */
export const stationEntity = entityKind<Station>(
  'station',
  ({ station }) => station.map((source) => ({ ids: [source.Index], source })),
  {
    name: stations.field('Name'),
    mode: stations.field('Mode'),
    state: stations.shown('State'),
    valve: derived(
      ({ State }) =>
        State === undefined ? null : State === stationState.values.watering ? 'open' : 'closed',
      { write: setValve },
    ),
    soak: stations.field('Soak'),
    last_run: stations.shown('LastRun'),
    fault: stations.shown('Error'),
    has_fault: derived(({ Error: fault }) => faultFlag(fault)),
  },
  ({ irrigation, program }) => [irrigation, program],
);
