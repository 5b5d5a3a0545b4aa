/**
 * The logo: three streams of air from cool to warm, as paths in a box of 32 by 32. `mark.css` sets the colour of each
 * stream by its name.
 */
export const streams = [
  { name: 'cool', path: 'M4 10c5-5 9 4 14-1 2-2 1-5-2-5' },
  { name: 'mild', path: 'M4 17c5-5 10 4 16-1 4-3 8-1 8 2' },
  { name: 'warm', path: 'M4 24c5-5 9 4 14-1 4-4 9 1 6 5' },
] as const;
