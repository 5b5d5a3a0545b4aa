/**
 * Characters that are invisible, look like a space, or change how others are shown, such as the direction of text.
 * Names may not contain them. U+FE0F, which turns symbols into emoji, is allowed.
 */
export const invisible = /[\p{C}\p{Zl}\p{Zp}\u2800]|(?!\ufe0f)\p{DI}/u;
