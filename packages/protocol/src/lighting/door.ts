/** The two target positions of a garage door. */
export const doorAims = ['open', 'close'] as const;
export type DoorAim = (typeof doorAims)[number];

/** Time that the door of a simulated house takes from end to end, in ms (lighting 5); similar to real doors. */
export const doorTravelTime = 15_000;

/**
 * The maximum time that a real door takes to open or shut, in ms. After that it is assumed to have stopped halfway.
 */
export const longestDoorTravel = 2 * doorTravelTime;

/**
 * True if the button of a garage door must be pressed to move the door to its target position. Its only command is a
 * press of the button, which moves, stops or reverses the door. Its only report is `Reed`: 1 when shut, 0 as soon as
 * the door has left that position (lighting 5).
 */
export const needsPress = (aim: DoorAim, { Reed }: { readonly Reed: number }): boolean =>
  aim === 'open' ? Reed === 1 : Reed === 0;
