/** Characters that are not seen, or make others look otherwise (the direction of text among them): no name has one. */
export const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;
