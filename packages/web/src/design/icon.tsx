/** Line drawings on a grid of 24 units. */
const drawings = {
  power: 'M12 3v8M6.3 6.8a8 8 0 1 0 11.4 0',
  plus: 'M12 6v12M6 12h12',
  minus: 'M6 12h12',
  close: 'M6 6l12 12M18 6L6 18',
  home: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9',
  chart: 'M4 19V5M4 19h16M7.5 15l4-5 3 3 4.5-6.5',
  bolt: 'M13 3.5 6 13.5h5.5L11 20.5l7-10h-5.5z',
  calendar: 'M5 7h14v12H5zM5 11h14M9 4.5V8M15 4.5V8',
  flask: 'M10 4h4M11 4v6l-5 8.5A1 1 0 0 0 7 20h10a1 1 0 0 0 1-1.5L13 10V4M8.5 15h7',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  auto: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  warning: 'M12 5 3.5 19.5h17zM12 10.5v4M12 17h.01',
  battery: 'M4 8.5h14v7H4zM20.5 11v2M6.5 11v2',
  signal: 'M5 18v-2M10 18v-5M15 18V9.5M20 18V6',
  drop: 'M12 4s6 6.3 6 10.3a6 6 0 0 1-12 0C6 10.3 12 4 12 4z',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8 6v12M16 6v12',
  stop: 'M7 7h10v10H7z',
  step: 'M6 6l8 6-8 6zM18 6v12',
  download: 'M12 4.5v10M8 11l4 4 4-4M5 19.5h14',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4.5l3 1.5',
  person: 'M12 4.5a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M5 20c.6-3.7 3.4-5.6 7-5.6s6.4 1.9 7 5.6',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  code: 'M8.5 8 4.5 12l4 4M15.5 8l4 4-4 4M13.2 6l-2.4 12',
  leave: 'M14 5H6v14h8M10.5 12H20M16.5 8.5 20 12l-3.5 3.5',
  check: 'M5 12.5 10 17.5 19.5 7',
  key: 'M8 10.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 11.7 19 4M16 7l2.5 2.5',
  copy: 'M9 9h10v10H9zM15 9V5H5v10h4',
  forward: 'M9 5.5 15.5 12 9 18.5',
  again: 'M19 12a7 7 0 1 1-2.2-5.1M19 4.5V8h-3.5',
  bulb: 'M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 1 3.5 10.9c-.6.5-.9 1.2-.9 3.1H9.4c0-1.9-.3-2.6-.9-3.1A6 6 0 0 1 12 3.5z',
  blind: 'M5 4.5h14v4.2H5zM5 8.7h14v4.2H5zM5 12.9h14M12 12.9v6.6',
  garage: 'M4 20V9l8-5 8 5v11M7 20v-8h10v8M7 16h10',
  up: 'M5.5 15.5 12 9l6.5 6.5',
  down: 'M5.5 8.5 12 15l6.5-6.5',
  more: 'M5.5 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6M12 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6M18.5 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6',
  display: 'M4 5h16v11H4zM8.5 19.5h7M12 16v3.5',
  sliders:
    'M4 8h9M17.5 8H20M15.2 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4M4 16h2.5M11 16h9M8.8 13.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4',
  archive: 'M4 5h16v4H4zM5.5 9v10.5h13V9M10 13h4',
  lock: 'M7 11h10v8.5H7zM9 11V8a3 3 0 0 1 6 0v3',
} as const;

export type IconName = keyof typeof drawings;

/** A decorative icon next to a text with the same meaning; hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
);
