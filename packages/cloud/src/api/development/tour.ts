/** The pace of time of a house that is simulated: seconds of the house in a second. */
export interface TourClock {
  pace(): number;
  setPace(pace: number): Promise<void>;
}

/** A house as its bridge shows it on this machine. */
export interface TourHouse {
  readonly url: string;
  readonly systemId: string;
  /** A room that can be cooled or heated, and where that is done. */
  readonly room?: { readonly name: string; readonly url: string } | undefined;
}

/** An app, and the endpoint it hears of changes at. */
export interface TourApp {
  readonly url: string;
  readonly clientId: string;
  readonly endpointId: string;
}

/** What stands around a cloud in development mode, for somebody who sees it for the first time. */
export interface Tour {
  readonly house?: TourHouse | undefined;
  /** An app of somebody else that the cloud tells of changes. */
  readonly app?: TourApp | undefined;
  readonly clock?: TourClock | undefined;
}
