/** The name a cloud gives a bridge nobody has named. */
const unnamed = /^Bridge [0-9]{9}$/;

/** What a house is called: as its owner calls it, until then by the name its unit has, where that has one. */
export const toHouseTitle = (name: string, tag: string | undefined): string =>
  unnamed.test(name) ? tag || name : name;
