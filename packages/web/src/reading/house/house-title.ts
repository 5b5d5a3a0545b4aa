/** The default name of a bridge in a cloud. */
const unnamed = /^Bridge [0-9]{9}$/;

/** Returns the title of a house: the name that its owner chose, or else the name of its unit. */
export const toHouseTitle = (name: string, tag: string | undefined): string =>
  unnamed.test(name) ? tag || name : name;
