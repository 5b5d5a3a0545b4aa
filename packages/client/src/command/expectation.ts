import { type AnyCommand, type CommandName, catalogue, type Subsystem } from '@plenum/protocol/command';
import type { ComponentKind } from '@plenum/protocol/component';
import { type Field, factsOf, type RecordField } from '@plenum/protocol/field';

/** Where a command shows when it was done: fields of one component, by their path in its datagram, and an entry. */
export interface Expectation {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly fields: readonly { readonly path: readonly string[]; readonly value: unknown }[];
  readonly entry?: Entry;
}

/** An entry of a list of lists, found by the number it begins with; null where there shall be none. */
interface Entry {
  readonly list: string;
  readonly first: number;
  readonly value: readonly unknown[] | null;
}

/** One thing of a datagram beside what was sent: null for an entry that is not there, undefined for what tells nothing. */
export interface Comparison {
  readonly path: readonly string[];
  readonly sent: unknown;
  readonly read: unknown;
}

type Body = Readonly<Record<string, unknown>>;

/** The component a command's index counts, by subsystem and noun; no noun where it has no index. */
const counted: Readonly<Record<Subsystem, Readonly<Record<string, ComponentKind>>>> = {
  ac: { '': 'unit', zone: 'zone', favourite: 'schedule' },
  split: { split: 'split', favourite: 'splitFavourite' },
  vrf: { unit: 'vrf' },
  irrigation: { '': 'irrigation', station: 'station', program: 'program' },
  power: { '': 'power' },
};

/** Datagram fields that are not named as the member of the command, or the command, that sets them. */
const renamed: Readonly<Partial<Record<CommandName, Readonly<Record<string, string>>>>> = {
  SysSetpoint: { SysSetpoint: 'Setpoint' },
  iSave: { iSave: 'iSaveOn' },
  SysSleepTimer: { SysSleepTimer: 'SleepTimer' },
  SplitSystemScheduleEnable: { En: 'Enabled' },
  VrfSystemZoneSetpoint: { Setpoint: 'Sp' },
  VrfSystemZoneSwing: { Swing: 'Sw' },
  VrfSystemZoneSleepTimer: { Timer: 'Tmr' },
  RetEnable: { RetEnable: 'Enable' },
  RetRatio: { RetRatio: 'Ratio' },
  RetRainWait: { RetRainWait: 'RainWait' },
  RetTestMode: { RetTestMode: 'TestMode' },
  RetSoakIntervals: { RetSoakIntervals: 'SoakPeriods' },
  RetSoakTime: { RetSoakTime: 'SoakTime' },
  RetSetManRunTime: { RetSetManRunTime: 'ManualRunTime' },
  RetTag2: { Tag: 'Tag2' },
};

/** Commands whose effect stands deeper in a datagram, or in that of another component. */
const elsewhere: Readonly<Partial<Record<CommandName, (body: Body) => Expectation | undefined>>> = {
  RetStRunTime: ({ Program, No, RunTime }) => ({
    kind: 'program',
    index: Program as number,
    fields: [{ path: ['RunTimes', String(No), 't'], value: RunTime }],
  }),
  RetProgram: ({ Index, StartTimes, Tu, ...days }) => ({
    kind: 'program',
    index: Index as number,
    fields: [
      { path: ['StartTimes'], value: StartTimes },
      { path: ['Days'], value: { ...days, T: Tu } },
    ],
  }),
  ChannelName: ({ Device, Channel, Name }) => ({
    kind: 'power',
    index: 0,
    fields: [{ path: ['Devices', String(Device), 'Channels', String(Channel), 'Name'], value: Name }],
  }),
  // Six integers in this order (interface 2.6), none for a split that is left alone; its sleep timer shows nowhere.
  SplitSystemChangeSplitFavourite: ({
    FavouriteIndex,
    SplitIndex,
    Apply,
    On,
    Mode,
    Fan,
    Setpoint,
    Swing,
  }) => ({
    kind: 'splitFavourite',
    index: FavouriteIndex as number,
    fields: [],
    entry: {
      list: 'Zones',
      first: SplitIndex as number,
      value: Apply === 0 ? null : [SplitIndex, On, Mode, Fan, Setpoint, Swing],
    },
  }),
  // What these start may have nothing to do, or be done before anybody looks.
  FavouriteSet: () => undefined,
  RetRunProgram: () => undefined,
};

const isRecord = (field: Field): field is RecordField => factsOf(field).kind === 'record';

/** What can be read back after a command; undefined where nothing shows whether it was done. */
export const toExpectation = ({ name, body }: AnyCommand): Expectation | undefined => {
  const special = elsewhere[name];
  if (special !== undefined) return special(body as unknown as Body);
  const { subsystem, body: field } = catalogue.get(name)!;
  const members = isRecord(field) ? Object.entries(field.properties) : [[name, field] as const];
  const values = isRecord(field) ? (body as unknown as Body) : { [name]: body };
  const index = members.find(([, member]) => factsOf(member).kind === 'index');
  const kind = counted[subsystem][index === undefined ? '' : (factsOf(index[1]).noun ?? '')];
  if (kind === undefined) return undefined;
  const fields = Object.entries(values)
    .filter(([key]) => key !== index?.[0])
    .map(([key, value]) => ({ path: [renamed[name]?.[key] ?? key], value }));
  return { kind, index: index === undefined ? 0 : (values[index[0]] as number), fields };
};

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, key) => (inner as Body | undefined | null)?.[key], value);

/** Whether a value read back is the one sent; a list may be longer, a flag may be a boolean (interface 2.8). */
const isSame = (read: unknown, sent: unknown): boolean => {
  if (typeof sent === 'object' && sent !== null)
    return Object.entries(sent).every(([key, value]) => isSame((read as Body | undefined)?.[key], value));
  if (typeof read === 'boolean') return Number(read) === sent;
  return typeof read === 'string' && typeof sent === 'string' ? read.trim() === sent.trim() : read === sent;
};

const entryOf = (datagram: unknown, { list, first }: Entry): unknown => {
  const entries = at(datagram, [list]);
  return Array.isArray(entries) ? (entries.find((entry) => entry?.[0] === first) ?? null) : undefined;
};

/** What a datagram shows of everything a command was to change. */
export const compare = (datagram: unknown, { fields, entry }: Expectation): readonly Comparison[] => {
  const compared = fields.map(({ path, value }) => ({ path, sent: value, read: at(datagram, path) }));
  if (entry === undefined) return compared;
  const { list, first, value } = entry;
  return [...compared, { path: [`${list}[${first}, ...]`], sent: value, read: entryOf(datagram, entry) }];
};

/** Whether something shows another value than was sent. */
export const differs = ({ sent, read }: Comparison): boolean => read !== undefined && !isSame(read, sent);

/** Whether a datagram has any of the fields that would show it: a device may leave them all out. */
export const tells = (datagram: unknown, expected: Expectation): boolean =>
  compare(datagram, expected).some(({ read }) => read !== undefined);

/** The first thing in a datagram that does not show what was sent; fields a device leaves out tell nothing. */
export const firstDifference = (datagram: unknown, expected: Expectation): Comparison | undefined =>
  compare(datagram, expected).find(differs);
