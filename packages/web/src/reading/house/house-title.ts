/** The default name of a bridge in a cloud. */
const unnamed = /^Bridge [0-9]{9}$/;

/** The title of a house: the name given by its owner, or else the name of its unit. */
export const toHouseTitle = (name: string, tag: string | undefined): string =>
  unnamed.test(name) ? tag || name : name;
