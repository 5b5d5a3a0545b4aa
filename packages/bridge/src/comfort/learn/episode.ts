import type { Way } from './observe.ts';

/** A time span of one room over which its temperature changed; times in ms UTC. */
interface Span {
  /** Index of the zone. */
  readonly room: number;
  readonly from: number;
  readonly to: number;
  /** Change of the temperature in K. */
  readonly change: number;
  /** Mean temperatures outdoors and in the room, in °C. */
  readonly outdoor: number;
  readonly inside: number;
}

/** A span in which the unit ran at full power into the open damper of a room. */
export interface Recovery extends Span {
  readonly way: Way;
  /** Mean number of zones that shared the air. */
  readonly sharing: number;
  /** Temperature of the supply air at its end, in °C. */
  readonly supply: number;
}

/** A span without the unit. */
export type Drift = Span;

/** A start of the compressor: `seconds` passed until the room moved by `deadMove` in its direction. */
export interface Start {
  readonly room: number;
  readonly way: Way;
  readonly at: number;
  readonly seconds: number;
}

/** A stop of the unit: `seconds` passed until the room moved by `holdMove` towards the outdoor temperature. */
export interface Hold {
  readonly room: number;
  readonly at: number;
  readonly seconds: number;
}

/** Everything that a house has shown about its rooms, in order of time. */
export interface Episodes {
  readonly recoveries: readonly Recovery[];
  readonly drifts: readonly Drift[];
  readonly starts: readonly Start[];
  readonly holds: readonly Hold[];
}

/** Change in K that ends the dead time of a start. */
export const deadMove = 0.2;
/** Change in K that ends the hold of a room after a stop. */
export const holdMove = 0.3;

export const noEpisodes: Episodes = { recoveries: [], drifts: [], starts: [], holds: [] };

export const hours = ({ from, to }: Pick<Span, 'from' | 'to'>): number => (to - from) / 3_600_000;
