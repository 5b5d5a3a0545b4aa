import { createRouter } from '../../state/router.ts';

/** The pages of the house. The path after a page identifies the component whose sheet is open: `#/overview/zone/3`. */
export const pages = [
  'overview',
  'lights',
  'energy',
  'history',
  'schedules',
  'passport',
  'simulator',
  'setup',
  'backup',
  'wall',
] as const;
export type HousePageName = (typeof pages)[number];

export const { toHash, readRoute, useRoute, navigate } = createRouter(pages, 'overview');
