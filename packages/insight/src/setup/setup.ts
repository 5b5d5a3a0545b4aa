import { type AnyCommand, catalogue, checkCommand, effectOf } from '@plenum/protocol/command';
import { type ComponentKind, type Datagrams, indexOf } from '@plenum/protocol/component';
import { type Command, membersOfBody } from '@plenum/protocol/definition';
import { type Field, factsOf, isIndex, type NumberField } from '@plenum/protocol/field';

/** The setup of a house: the bodies of the commands that recreate it, in order. */
export type Setup = readonly Readonly<Record<string, unknown>>[];

/** The kinds of components in a setup. Settings that people or timers switch are not part of it. */
const kindsOfSetup: readonly ComponentKind[] = [
  'unit',
  'zone',
  'schedule',
  'power',
  'lighting',
  'lamp',
  'wallSwitch',
  'lightFavourite',
];
const passing: ReadonlySet<string> = new Set([
  'SysOn',
  'SysSleepTimer',
  'iSave',
  'LiOn',
  'LiBright',
  'LiTemp',
  'LiRgb',
  'LiRgbMode',
  'LiFx',
]);

const isSetting = ({ name, component, sets }: Command): boolean =>
  kindsOfSetup.includes(component) && Object.keys(sets).length > 0 && !passing.has(name);

/**
 * Commands that others depend on come first. Any other dependency is resolved by calling `pendingSetup` repeatedly.
 */
const first: readonly string[] = ['NoOfZones', 'NoOfConstants', 'SetAcUnitBrandSet', 'ZoneSetting'];
const rankOf = ({ name }: Command): number => (first.includes(name) ? first.indexOf(name) : first.length);

const settings = (): readonly Command[] =>
  [...catalogue.values()].filter(isSetting).sort((a, b) => rankOf(a) - rankOf(b));

const at = (datagram: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], datagram);

/** Returns every combination of the index members of a body, except the index of the component. */
const placesOf = (command: Command): readonly Readonly<Record<string, number>>[] =>
  membersOfBody(command.body)
    .filter(([member, field]) => isIndex(field) && member !== command.index?.member)
    .reduce<Record<string, number>[]>(
      (places, [member, field]) => {
        const { minimum = 0, maximum = 0 } = field as NumberField;
        const numbers = Array.from({ length: maximum - minimum + 1 }, (_, n) => minimum + n);
        return places.flatMap((place) => numbers.map((number) => ({ ...place, [member]: number })));
      },
      [{}],
    );

/** Returns the body of a command that sets the current values of a datagram; undefined if the datagram lacks them. */
const bodyFor = (
  { body, sets, index }: Command,
  datagram: object,
  { no, place }: { no: number; place: Readonly<Record<string, number>> },
): unknown => {
  const memberValue = ([member, field]: readonly [string, Field]): unknown => {
    if (isIndex(field)) return member === index?.member ? no + index.from : place[member];
    const path = sets[member]?.replace(/\{(.*?)\}/g, (_, key: string) => String(place[key]));
    return path === undefined ? undefined : at(datagram, path.split('.'));
  };
  const members = membersOfBody(body).map((member) => [member[0], memberValue(member)] as const);
  if (members.some(([, value]) => value === undefined)) return undefined;
  return factsOf(body).kind === 'record' ? Object.fromEntries(members) : members[0]![1];
};

/** True if a component is installed: a lamp or switch that was removed keeps its number (lighting 5). */
export const isThere = (datagram: object): boolean => (datagram as { Att?: number }).Att !== 0;

/**
 * Returns the setup of a house from its components: for each setting of the ducted system, its zones, its favourites,
 * the power monitor and the lighting, the body that sets the current value. Leaves out values that the command does not
 * accept (which only a real device has) and lamps that were removed.
 */
export const toSetup = (datagrams: Datagrams): Setup =>
  settings().flatMap((command) =>
    (datagrams[command.component] as readonly object[]).filter(isThere).flatMap((datagram) => {
      const no = indexOf(command.component, datagram);
      return placesOf(command).flatMap((place) => {
        const body = { [command.name]: bodyFor(command, datagram, { no, place }) };
        return checkCommand(body).ok ? [body] : [];
      });
    }),
  );

/** True if a value equals the current one. A shorter list does not affect the remaining entries (wire facts 2). */
const isShown = (value: unknown, shown: unknown): boolean =>
  JSON.stringify(value) ===
  JSON.stringify(Array.isArray(value) && Array.isArray(shown) ? shown.slice(0, value.length) : shown);

/** True if a house already has the values that a command sets. */
const isSet = (command: AnyCommand, datagrams: Datagrams): boolean => {
  const { kind, index, fields } = effectOf(command)!;
  const datagram = (datagrams[kind] as readonly object[]).find((each) => indexOf(kind, each) === index);
  return fields.every(({ path, value }) => isShown(value, at(datagram, path)));
};

/** Returns the commands of a setup that would change the house, in order; leaves out unknown commands. */
export const pendingSetup = (setup: Setup, datagrams: Datagrams): readonly AnyCommand[] =>
  setup.flatMap((body) => {
    const checked = checkCommand(body);
    return checked.ok && isSetting(catalogue.get(checked.value.name)!) && !isSet(checked.value, datagrams)
      ? [checked.value]
      : [];
  });
