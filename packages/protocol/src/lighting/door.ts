/** The two positions that people want a garage door in. */
export const doorAims = ['open', 'close'] as const;
export type DoorAim = (typeof doorAims)[number];

/** Time that the door of a simulated house takes from end to end, in ms (lighting 5). Real doors take about as long. */
export const doorTravelTime = 15_000;

/**
 * The longest time a real door may take to open or shut, in ms. After that it is assumed to have stopped on its way.
 */
export const longestDoorTravel = 2 * doorTravelTime;

/**
 * True if the button of a garage door must be pressed to get the door to where it should be. Its only command is that
 * press, which moves, stops or reverses the door. Its only report is `Reed`: 1 when shut, 0 as soon as it has left that
 * position (lighting 5).
 */
export const needsPress = (aim: DoorAim, { Reed }: { readonly Reed: number }): boolean =>
  aim === 'open' ? Reed === 1 : Reed === 0;
