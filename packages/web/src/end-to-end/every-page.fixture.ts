/** Every page of the house and every sheet, with a name that is valid in a file name. */
export const everyPage = {
  overview: '#/overview',
  'overview-unit': '#/overview/unit/0',
  'overview-zone': '#/overview/zone/0',
  'overview-why': '#/overview/why/zone/0',
  'overview-health': '#/overview/health',
  'overview-garden': '#/overview/irrigation/0',
  energy: '#/energy',
  history: '#/history',
  schedules: '#/schedules',
  'schedules-favourite': '#/schedules/schedule/0',
  'schedules-split': '#/schedules/splitFavourite/0',
  'schedules-program': '#/schedules/program/0',
  simulator: '#/simulator',
} as const;

/** Pages whose own tests cover both themes and a phone; screenshots are taken of them too. */
export const morePages = { lights: '#/lights', wall: '#/wall' } as const;

/** Sheets that look like one of the sheets above and need no screenshot. */
export const moreSheets = {
  'overview-zone-faulty': '#/overview/zone/2',
  'overview-zone-blind': '#/overview/zone/5',
  'overview-split': '#/overview/split/3',
  'overview-vrf': '#/overview/vrf/1',
  'overview-station': '#/overview/station/0',
  'overview-power': '#/overview/power/0',
  'overview-faults': '#/overview/faults/0',
  'schedules-fan-coils': '#/schedules/vrfFavourite/0',
} as const;

/** A phone, a laptop and a wall display. */
export const sizes = {
  phone: { width: 360, height: 780 },
  laptop: { width: 1280, height: 800 },
  wallDisplay: { width: 1920, height: 1080 },
} as const;

export const themes = ['light', 'dark'] as const;
