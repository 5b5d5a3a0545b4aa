import {
  type CommandName,
  catalogue,
  type DatagramOf,
  factsOf,
  type NumberField,
  type RecordField,
} from '@plenum/protocol';

/** The three families of favourites: the same thing under other names of commands. */
export const families = [
  {
    kind: 'schedule',
    title: 'Ducted favourites',
    enable: ['SchedEnable', 'Enabled'],
    settings: 'SchedSettings',
    start: true,
  },
  {
    kind: 'splitFavourite',
    title: 'Split favourites',
    enable: ['SplitSystemScheduleEnable', 'En'],
    settings: 'SplitSystemScheduleSettings',
    start: false,
  },
  {
    kind: 'vrfFavourite',
    title: 'Fan-coil favourites',
    enable: undefined,
    settings: undefined,
    start: false,
  },
] as const satisfies readonly {
  kind: 'schedule' | 'splitFavourite' | 'vrfFavourite';
  title: string;
  enable: readonly [CommandName, string] | undefined;
  settings: CommandName | undefined;
  start: boolean;
}[];

export type Family = (typeof families)[number];
export type Favourite = DatagramOf<Family['kind']>;

const usual = { h: 31, m: 63 };

/** The hour and minute that switch an end of a favourite off: the markers of its command's definition. */
export const offOf = (settings: CommandName): { readonly h: number; readonly m: number } => {
  const { StartH, StartM } = (catalogue.get(settings)!.body as RecordField).properties as Record<
    string,
    NumberField
  >;
  return { h: factsOf(StartH!).disabled ?? usual.h, m: factsOf(StartM!).disabled ?? usual.m };
};
