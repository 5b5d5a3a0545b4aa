import { type ComponentKind, type Datagrams, indexOf, kinds } from '@plenum/protocol/component';
import type { HouseFile } from '../house-schema/house.ts';
import { type HouseSettings, isGroup, settingFields } from '../house-schema/settings-of-house.ts';

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (settings: HouseSettings, kind: ComponentKind): readonly Row[] => {
  const found = settings[kind] ?? [];
  return (Array.isArray(found) ? found : [found]) as readonly Row[];
};

const withRow = (kind: ComponentKind, datagram: Row, row: Row): Row => ({
  ...datagram,
  ...Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = settingFields[kind][name];
      const isPart = field !== undefined && isGroup(field);
      return [name, isPart ? { ...(datagram[name] as object), ...(value as object) } : value];
    }),
  ),
});

/** Returns components of a house with the settings that its file has for them. */
export function withSettings<Part extends Partial<Datagrams>>(house: HouseFile, datagrams: Part): Part {
  const settings = house.settings as HouseSettings | undefined;
  if (settings === undefined) return datagrams;
  const lists = Object.entries(datagrams).map(([word, list]) => {
    const kind = word as ComponentKind;
    const rows = rowsOf(settings, kind);
    const { key } = kinds[kind];
    const rowOf = (datagram: object) =>
      rows.find((row) => key === undefined || row[key] === indexOf(kind, datagram));
    const all = (list as readonly object[]).map((datagram) => {
      const row = rowOf(datagram);
      return row === undefined ? datagram : withRow(kind, datagram as Row, row);
    });
    return [kind, all] as const;
  });
  // Each list still has the components of its kind.
  return Object.fromEntries(lists) as unknown as Part;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the settings of a datagram that differ from those of another datagram, or undefined if none does. */
const differenceOf = (kind: ComponentKind, from: Row, to: Row): Row | undefined => {
  const different = Object.entries(settingFields[kind]).flatMap(([name, field]) => {
    const [before, after] = [from[name], to[name]];
    if (after === undefined || isSame(before, after)) return [];
    if (!isGroup(field)) return [[name, after]];
    const members = Object.keys(field.properties).filter(
      (member) =>
        (after as Row)[member] !== undefined && !isSame((before as Row)?.[member], (after as Row)[member]),
    );
    return members.length === 0
      ? []
      : [[name, Object.fromEntries(members.map((member) => [member, (after as Row)[member]]))]];
  });
  return different.length === 0 ? undefined : Object.fromEntries(different);
};

/** Returns the settings that turn the setup of some components into that of others. */
export function settingsBetween(from: Datagrams, to: Datagrams): HouseSettings {
  const settings: Record<string, unknown> = {};
  for (const kind of Object.keys(settingFields) as ComponentKind[]) {
    const { key } = kinds[kind];
    const rows = (to[kind] as readonly object[]).flatMap((datagram) => {
      const index = indexOf(kind, datagram);
      const before = (from[kind] as readonly object[]).find((each) => indexOf(kind, each) === index);
      const row = before && differenceOf(kind, before as Row, datagram as Row);
      return row === undefined ? [] : [key === undefined ? row : { [key]: index, ...row }];
    });
    if (rows.length > 0) settings[kind] = key === undefined ? rows[0] : rows;
  }
  return settings as HouseSettings;
}
