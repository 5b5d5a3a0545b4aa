/** Speed of a simulated house: simulated seconds per second of real time. */
export interface OnboardingClock {
  pace(): number;
  setPace(pace: number): Promise<void>;
}

/** The house of a bridge on this machine. */
export interface OnboardingHouse {
  readonly url: string;
  readonly systemId: string;
  /** A room with climate control, and the URL of its page. */
  readonly room?: { readonly name: string; readonly url: string } | undefined;
}

/** An app, and the endpoint at which it receives events. */
interface OnboardingApp {
  readonly url: string;
  readonly clientId: string;
  readonly endpointId: string;
}

/** Everything that runs next to a cloud in development mode, for the welcome page. */
export interface Onboarding {
  readonly house?: OnboardingHouse | undefined;
  /** An example app that receives events. */
  readonly app?: OnboardingApp | undefined;
  readonly clock?: OnboardingClock | undefined;
}
