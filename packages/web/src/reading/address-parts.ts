/** Splits an address or an id behind its separators, where a line may wrap. */
export const toAddressParts = (text: string): readonly string[] => text.split(/(?<=[/._-])(?![/._-])/);
