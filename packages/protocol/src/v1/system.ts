import type { DatagramOf } from '../component/kinds.ts';
import { unitBrand } from '../field/enumeration.ts';
import { degreesText, oneOf, plain, whole, wholeText } from './codec.ts';
import { membersFor, type PartialDatagram, readMembers, writeMembers } from './member.ts';
import * as words from './words.ts';
import { fromV1Word, hasV1Word, shownWordsOf, toV1Word } from './words.ts';

type Unit = DatagramOf<'unit'>;
const { field, made } = membersFor<Unit>();

const wordsAnd = (first: string, of: words.Words) => ({ type: 'string', enum: [first, ...shownWordsOf(of)] });

/** Text shown if the make of the unit is not set. The text of real devices is unknown (wire facts 8, ◇). */
export const noUnitType = 'No Unit Type Configured!';

/** The members of `/SystemSettings` after the id and the device type (wire facts 8). */
export const v1UnitMembers = [
  field('SysOn', 'SysOn', oneOf(words.onOff)),
  field('SysMode', 'SysMode', oneOf(words.systemMode)),
  field('SysFan', 'SysFan', oneOf(words.systemFan)),
  field('SleepTimer', 'SleepTimer', whole),
  made('UnitType', {
    meaning:
      'the make of the unit as text (the interface does not list the values: Plenum shows the label of `AcUnitBrand`, or `No Unit Type Configured!` if that is 0 or missing)',
    schema: { type: 'string' },
    write: (unit) => {
      const { AcUnitBrand, UnitType } = unit as Unit & { readonly UnitType?: unknown };
      if (typeof UnitType === 'string') return UnitType;
      // Some clients fail without this member, so it is present even if the device omits the make.
      if (AcUnitBrand === undefined || AcUnitBrand === 0) return noUnitType;
      const label = Object.entries(unitBrand.values).find(([, value]) => value === AcUnitBrand)?.[0];
      return label ?? `type ${AcUnitBrand}`;
    },
    // Real devices send their own spelling of a make. It is passed on unchanged, since some clients fail without it.
    read: (written) => {
      if (typeof written !== 'string') return {};
      const AcUnitBrand =
        written === noUnitType ? 0 : unitBrand.values[written as keyof typeof unitBrand.values];
      return AcUnitBrand === undefined ? ({ UnitType: written } as object) : { AcUnitBrand };
    },
  }),
  field('Supply', 'Supply', degreesText),
  field('Setpoint', 'Setpoint', degreesText),
  field('Temp', 'Temp', degreesText),
  field('RAS', 'RAS', oneOf(words.returnAir)),
  field('CtrlZone', 'CtrlZone', whole),
  field('Tag1', 'Tag1', plain),
  field('Tag2', 'Tag2', plain),
  field('Warnings', 'Warnings', plain),
  field('ACError', 'ACError', plain),
  made('Id', { meaning: 'always 0', schema: { type: 'integer' }, write: () => 0 }),
  field('EcoLock', 'EcoLock', oneOf(words.yesNo)),
  field('EcoMax', 'EcoMax', degreesText),
  field('EcoMin', 'EcoMin', degreesText),
  field('NoOfConst', 'NoOfConst', whole),
  field('NoOfZones', 'NoOfZones', whole),
  field('SysType', 'SysType', wholeText),
  field('AirflowLock', 'AirflowLock', oneOf(words.airflowLock)),
  field('UnitLocked', 'LockStatus', oneOf(words.yesNo)),
  made('FreeAir', {
    meaning: '`iSaveOn`; disabled if `iSaveEnable` is 0',
    schema: wordsAnd('disabled', words.onOff),
    write: ({ iSaveEnable, iSaveOn }) => (iSaveEnable === 0 ? 'disabled' : toV1Word(words.onOff, iSaveOn)),
    read: (written) =>
      written === 'disabled'
        ? { iSaveEnable: 0, iSaveOn: 0 }
        : {
            iSaveEnable: typeof written === 'string' ? 1 : undefined,
            iSaveOn: fromV1Word(words.onOff, written),
          },
  }),
  made('FanAuto', {
    meaning: '`FanAutoType`; disabled if `FanAutoEn` is 0',
    schema: wordsAnd('disabled', words.fanAuto),
    write: ({ FanAutoEn, FanAutoType }) =>
      FanAutoEn === 0 ? 'disabled' : toV1Word(words.fanAuto, FanAutoType),
    read: (written) =>
      written === 'disabled'
        ? { FanAutoEn: 0 }
        : {
            FanAutoEn: typeof written === 'string' ? 1 : undefined,
            FanAutoType: fromV1Word(words.fanAuto, written),
          },
    withoutForm: ({ FanAutoEn, FanAutoType }) =>
      FanAutoEn === 0 || FanAutoType === undefined || hasV1Word(words.fanAuto, FanAutoType)
        ? undefined
        : 'FanAutoType',
  }),
  field('OemMake', 'OemMake', whole),
];

/** Returns the unit as in `/SystemSettings`, without the members at the start of every response. */
export const toV1Unit = (unit: Unit): object => writeMembers(v1UnitMembers, unit);

/** Reads `/SystemSettings` into the corresponding fields of the current interface. Other fields are omitted. */
export const fromV1SystemSettings = (answer: Readonly<Record<string, unknown>>): PartialDatagram<Unit> =>
  readMembers(v1UnitMembers, answer);
