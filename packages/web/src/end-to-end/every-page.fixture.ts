/** Every page of the house and the sheets that lie on them, by a name fit for a file. */
export const everyPage = {
  overview: '#/overview',
  'overview-unit': '#/overview/unit/0',
  'overview-zone': '#/overview/zone/0',
  'overview-garden': '#/overview/irrigation/0',
  history: '#/history',
  schedules: '#/schedules',
  simulator: '#/simulator',
} as const;

/** A phone, a laptop and a wall. */
export const sizes = {
  phone: { width: 360, height: 780 },
  laptop: { width: 1280, height: 800 },
  wall: { width: 1920, height: 1080 },
} as const;

export const themes = ['light', 'dark'] as const;
