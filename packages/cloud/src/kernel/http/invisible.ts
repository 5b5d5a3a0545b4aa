/** Characters that are invisible or change how others are shown, such as the direction of text: names may not contain them. */
export const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;
