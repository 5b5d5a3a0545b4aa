import type { SetupProblem } from '@plenum/insight/setup';
import type { Texts } from '../formatter.ts';

export const installation = {
  title: 'Installation',
  help: 'What an installer sets once, step by step. Each setting counts at once and is kept. The check at the end finds what does not fit together.',
  steps: 'Steps',
  rooms: 'Room by room',
  sensor: 'Sensor',
  damperLimits: 'Damper limits',
  balance: 'Balance',
  zones: 'Zones',
  sensors: 'Sensors',
  dampers: 'Dampers',
  constants: 'Constant zones',
  fan: 'Fan',
  unit: 'Unit',
  ventilation: 'Ventilation',
  cooler: 'Evaporative cooler',
  favourites: 'Favourites',
  power: 'Power monitor',
  lamps: 'Lamps and switches',
  check: 'Check',
  next: ({ step }: { step: string }) => `Next: ${step}`,
  zone: 'Zone',
  favourite: 'Favourite',
  lamp: 'Lamp',
  wallSwitch: 'Wall switch',
  kind: 'Component',
  component: 'Number',
  numbered: ({ no, name }: { no: number; name: string }) => (name === '' ? String(no) : `${no}: ${name}`),
  fits: 'The installation fits together.',
  problems: ({ count }: { count: number }, format) =>
    format.plural(count, {
      one: 'one thing does not fit together',
      other: `${format.number(count)} things do not fit together`,
    }),
  /** The sentences are in the protocol: the command line uses them too. */
  sentence: ({ problem }: { problem: SetupProblem }) => problem.sentence,
  keyRequired: 'Installer key required',
  keyHelp: 'Only who installs this house changes its setup. The key is forgotten when this page is left.',
  keyWrong: 'This is not the installer key of this bridge.',
  key: 'Installer key',
  enter: 'Set up',
  notFromHere:
    'This bridge has no installer key, so the installation is set up on its own machine only: open this page there, or start the bridge with <code>--installer-key</code>. Through a proxy or another system nobody sets it up.',
  matter: 'Matter',
  matterPair: ({ digits }: { digits: string }) =>
    `Scan this code in the app of your home, or type <code>${digits}</code>. The bridge can be paired for 15 minutes after it starts.`,
  matterPaired: ({ count }: { count: number }, format) =>
    format.plural(count, {
      one: 'Paired with one system. Add others from there.',
      other: `Paired with ${format.number(count)} systems. Add others from one of them.`,
    }),
  matterCode: 'Code to pair over Matter',
  noInstaller: 'This bridge takes no commands of an installer.',
} satisfies Texts;
