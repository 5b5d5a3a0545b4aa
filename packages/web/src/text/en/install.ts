import type { Texts } from '../formatter.ts';

export const install = {
  title: 'On this device',
  installed: 'Plenum is installed on this device.',
  unsupported: 'This browser cannot install the page, or not in a private window.',
  offered: 'Plenum opens from the home screen or the list of applications, in a window of its own.',
  shareMenu: 'To install: open the share menu of the browser and choose “Add to Home Screen”.',
  browserMenu:
    'To install: open the menu of the browser and choose “Install” or “Add to Home screen”. Not every browser offers that.',
  offline: 'Without a connection the page opens too, and shows the last known state with its time.',
  insecure: ({ origin }: { origin: string }) =>
    `The page cannot be installed here: browsers allow that only over HTTPS or on the machine itself (localhost), and this page came from ${origin}. Open the house through the cloud, or start the bridge with a certificate (--tls-cert, --tls-key).`,
  install: 'Install',
  close: 'Close',
  lastKnown: 'Last known state',
  lastKnownHelp: ({ ago, at, name }: { ago: string; at: string; name: string }) =>
    `${name} does not answer. This page shows what this device received ${ago}, on ${at}. Nothing can be changed until it answers.`,
  forget: 'Forget this house',
  forgetHelp: 'Removes the access key and the last known state from this device.',
} satisfies Texts;
