import type { CommandName } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { factsOf } from '@plenum/protocol/field';
import { bodyFieldOf } from '../../reading/body.ts';

/** The three families of favourites, each with its own commands. */
export const families = [
  {
    kind: 'schedule',
    title: 'schedule.ducted',
    enable: ['SchedEnable', 'Enabled'],
    settings: 'SchedSettings',
    start: true,
  },
  {
    kind: 'splitFavourite',
    title: 'schedule.split',
    enable: ['SplitSystemScheduleEnable', 'En'],
    settings: 'SplitSystemScheduleSettings',
    start: false,
  },
  {
    kind: 'vrfFavourite',
    title: 'schedule.fanCoil',
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

/** Returns the hour and minute that disable the start or stop of a favourite, from the command's definition. */
export const offOf = (settings: CommandName): { readonly h: number; readonly m: number } => ({
  h: factsOf(bodyFieldOf(settings, 'StartH')).disabled!,
  m: factsOf(bodyFieldOf(settings, 'StartM')).disabled!,
});
