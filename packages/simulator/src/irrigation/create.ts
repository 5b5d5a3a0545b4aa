import { type DatagramOf, initialDatagram } from '@plenum/protocol/component';
import { enumerations, type Weekday, weekdays } from '@plenum/protocol/field';
import { readTime } from '../house-schema/fields.ts';
import type { IrrigationFile } from '../house-schema/house.ts';
import type { Plant } from '../model/state.ts';

type Controller = DatagramOf<'irrigation'>;
type Program = DatagramOf<'program'>;
type Station = DatagramOf<'station'>;

/** Number of programs, used or not, and of run times in each (interface 2.8). */
const programCount = 9;
const runTimeCount = 24;

/** `CurrentProgram` while no program runs. Interface 2.8 says only "any other value". */
export const noProgram = 255;

const unused = { name: '', days: [] as readonly Weekday[] };

const toProgram = (Index: number, file: NonNullable<IrrigationFile['programs']>[number]): Program => {
  const { name, enabled = false, days = weekdays, starts = [], runTimes = [] } = file;
  const on = (day: Weekday) => (days.includes(day) ? 1 : 0);
  return {
    ...initialDatagram('program'),
    Index,
    Name: name,
    Days: { M: on('M'), T: on('Tu'), W: on('W'), Th: on('Th'), F: on('F'), Sa: on('Sa'), Su: on('Su') },
    Enable: enabled ? 1 : 0,
    StartTimes: starts.map((written) => {
      const { hour, minute } = readTime(written)!;
      return { h: hour, m: minute };
    }),
    RunTimes: Array.from({ length: runTimeCount }, (_, station) => ({ t: runTimes[station] ?? 0 })),
  };
};

const toStation = (Index: number, file: IrrigationFile['stations'][number]): Station => ({
  ...initialDatagram('station'),
  Index,
  Name: file.name,
  Soak: file.soak ? 1 : 0,
  State: enumerations.stationState.values['not running'],
  Error: enumerations.stationError.values.none,
  LastRun: 7,
  Mode: enumerations.stationMode.values[file.mode ?? 'auto'],
});

const toController = (file: IrrigationFile, programs: readonly Program[]): Controller => ({
  ...initialDatagram('irrigation'),
  Tag1: file.tag1 ?? 'Irrigation',
  Tag2: file.tag2 ?? '',
  Name1: programs[0]!.Name,
  Name2: programs[1]!.Name,
  Name3: programs[2]!.Name,
  Name4: programs[3]!.Name,
  Name5: programs[4]!.Name,
  Name6: programs[5]!.Name,
  Name7: programs[6]!.Name,
  Name8: programs[7]!.Name,
  Name9: programs[8]!.Name,
  Enable: file.enabled ?? true,
  SoakPeriods: file.soakPeriods ?? 0,
  SoakTime: file.soakTime ?? 5,
  NoOfStations: file.stations.length,
  Ratio: file.ratio ?? 100,
  TestTime: file.testTime ?? 2,
  RainWait: 0,
  ManualRunTime: file.manualRunTime ?? 10,
  IgnoreLowCurrentFault: file.ignoreOpenWires === true ? 1 : 0,
  CurrentProgram: noProgram,
  TestMode: 0,
  Pass: '',
  RfCh: 1,
  CtrlErr: 0,
});

/**
 * Creates the initial irrigation of a house: no station waters, and none has watered for a week. There are always nine
 * programs; unused ones have no name. Returns an empty result if the house has no irrigation.
 */
export function createIrrigation(file: IrrigationFile | undefined): {
  datagrams: { irrigation: Controller[]; program: Program[]; station: Station[] };
  plant: Pick<Plant, 'irrigation'>;
} {
  if (file === undefined)
    return { datagrams: { irrigation: [], program: [], station: [] }, plant: { irrigation: undefined } };
  const program = Array.from({ length: programCount }, (_, no) =>
    toProgram(no, file.programs?.[no] ?? unused),
  );
  return {
    datagrams: {
      irrigation: [toController(file, program)],
      program,
      station: file.stations.map((station, no) => toStation(no, station)),
    },
    plant: {
      irrigation: {
        run: null,
        waiting: [],
        byHand: [],
        faults: file.stations.map(() => 0),
        controllerFault: 0,
      },
    },
  };
}
