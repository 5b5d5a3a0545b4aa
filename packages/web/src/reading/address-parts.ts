/** Splits a URL or an id after its separators, where a line may wrap. */
export const toAddressParts = (text: string): readonly string[] => text.split(/(?<=[/._-])(?![/._-])/);
