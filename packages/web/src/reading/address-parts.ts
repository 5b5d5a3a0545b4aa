/** The parts of an address or an id, each with the mark it ends with: a line may end behind any of them. */
export const toAddressParts = (text: string): readonly string[] => text.split(/(?<=[/._-])(?![/._-])/);
