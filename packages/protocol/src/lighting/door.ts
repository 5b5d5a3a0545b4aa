/** What people want of a garage door. */
export const doorAims = ['open', 'close'] as const;
export type DoorAim = (typeof doorAims)[number];

/** How long the door of a simulated house takes from end to end, ms (lighting 5); real ones take as long, more or less. */
export const doorTravelTime = 15_000;

/** How long a real door may take to be shut or open, ms: then it is taken to have stopped on its way. */
export const longestDoorTravel = 2 * doorTravelTime;

/**
 * Whether a garage door has to be pressed to get where it is wanted. Its one command is a press of its button, which moves it,
 * stops it or turns it round, and `Reed` is all that it reports: 1 when shut, 0 as soon as it leaves (lighting 5).
 */
export const needsPress = (aim: DoorAim, { Reed }: { readonly Reed: number }): boolean =>
  aim === 'open' ? Reed === 1 : Reed === 0;
