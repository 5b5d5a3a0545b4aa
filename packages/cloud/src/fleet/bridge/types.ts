/** A bridge as its owner sees it; times in ms UTC. */
export interface Bridge {
  readonly systemId: string;
  readonly accountId: string;
  readonly name: string;
  readonly pairedAt: number;
  /** When it was last connected, to the minute; `undefined` if it never was. */
  readonly lastSeen: number | undefined;
}
