import { guesses, turns } from './guesses.ts';
import { nodes } from './nodes.ts';
import { requests } from './requests.ts';
import { shares } from './shares.ts';

/** All limits that keep users of a cloud from affecting each other. Times are in ms. */
export const limits = { ...shares, ...requests, ...nodes, ...turns, guesses };

/** The same limits in groups, for the documentation. */
export const limitGroups = { shares, requests, nodes, guesses: { ...guesses, ...turns } };
