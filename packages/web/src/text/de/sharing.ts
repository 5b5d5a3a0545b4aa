import type { sharing as English } from '../en/sharing.ts';
import type { Translation } from '../formatter.ts';

const may = {
  view: 'ansehen',
  control: 'ansehen und steuern',
  manage: 'ansehen, steuern und teilen',
} as const;

export const sharing: Translation<typeof English> = {
  title: ({ house }) => `${house} teilen`,
  share: 'Teilen',
  view: 'Ansehen',
  control: 'Steuern',
  manage: 'Verwalten',
  access: 'Zugriff',
  ends: 'Endet (optional)',
  endsHint: 'In der Zeit dieses Geräts. Bleibt das Feld leer, endet der Zugriff nicht von selbst.',
  guestsWhat: 'die Gäste',
  guests: 'Gäste',
  open: 'Offene Einladungen',
  nobody: 'Sonst hat niemand Zugriff auf dieses Haus.',
  you: ({ email }) => `${email} (Sie)`,
  may: ({ access, until }) => `Darf das Haus ${until === undefined ? '' : `bis ${until} `}${may[access]}.`,
  mayOnceAccepted: ({ access, until, expires }) =>
    `Darf nach der Annahme das Haus ${until === undefined ? '' : `bis ${until} `}${may[access]}. Die Einladung läuft am ${expires} ab.`,
  guestOf: ({ owner, access, until }) =>
    `Das Haus von ${owner}. Sie dürfen es ${until === undefined ? '' : `bis ${until} `}${may[access]}.`,
  change: 'Ändern',
  save: 'Speichern',
  changeOf: ({ email }) => `${email} ändern`,
  remove: 'Entfernen',
  removeOf: ({ email }) => `${email} entfernen`,
  withdraw: 'Zurückziehen',
  withdrawOf: ({ email }) => `Einladung von ${email} zurückziehen`,
  inviteTitle: 'Jemanden einladen',
  invite: 'Einladen',
  mailed: ({ email }) => `Die Einladung an ${email} ist unterwegs.`,
  sendLink: ({ email }) =>
    `Senden Sie diesen Link an ${email}. Er gilt einmal, sieben Tage lang, und wird nur hier angezeigt:`,
  link: 'Link',
  linkWhat: 'den Link',
  invitation: 'Einladung',
  offer: ({ owner, house, access, until }) =>
    `${owner} lässt Sie ${house === '' ? 'ein Haus' : `das Haus ${house}`} ${until === undefined ? '' : `bis ${until} `}${may[access]}.`,
  accept: 'Annehmen',
  decline: 'Ablehnen',
  visitorLead:
    'Sie sind in ein Haus eingeladen. Melden Sie sich an oder legen Sie ein Konto an, um die Einladung zu sehen.',
  viewOnly: 'Sie dürfen dieses Haus ansehen, aber nicht steuern.',
};
