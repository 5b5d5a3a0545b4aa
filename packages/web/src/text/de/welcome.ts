import type { welcome as original } from '../en/welcome.ts';
import type { Translation } from '../formatter.ts';

export const welcome: Translation<typeof original> = {
  here: 'Sie sind hier',
  newTab: ', öffnet einen neuen Tab',
  runsHere: 'Was auf diesem Rechner läuft',
  house: 'Ein Haus und seine Bridge',
  houseHelp: 'Die Bridge läuft im Haus und braucht keine Cloud. Sonne, Wände und Wetter sind simuliert.',
  cloudHelp: 'Sie weiß, wem welches Haus gehört, und gibt den erlaubten Apps Zugriff.',
  app: 'Homely, eine Beispiel-App',
  appHelp:
    'Die App eines anderen Anbieters. Sie bittet zuerst um Zugriff und erhält dann jede Änderung sofort.',
  speedHelp: 'Räume brauchen Stunden, um abzukühlen. Bei 60× vergeht eine Stunde in einer Minute.',
  speed: 'Geschwindigkeit der Simulation',
  threeThings: 'Drei Dinge zum Ausprobieren',
  connect: 'Eine App verbinden',
  connectHelp:
    'Homely bittet um Zugriff, Sie erlauben ihn als Demo-Benutzer, und die App zeigt die Räume. Von da an erhält sie jede Änderung.',
  connectHomely: 'Homely verbinden',
  cool: 'Einen Raum kühlen',
  openHouse: 'Haus öffnen',
  openRoom: ({ room }) => `${room} öffnen`,
  seeSent: 'Sehen, was gesendet wurde',
  seeSentHelp:
    'Die Entwicklerkonsole zeigt jede Nachricht mit ihrer Antwort, sendet Nachrichten erneut und erstellt Anfragen zum Ausprobieren.',
  openConsole: 'Konsole öffnen',
  youAre: ({ email }) => `Sie sind <strong>${email}</strong>.`,
  signInDemo: 'Als Demo-Benutzer anmelden',
  development:
    'Entwicklungsmodus: Nur dieser Rechner erreicht sie, und jeder an ihm kennt das Passwort des Demo-Benutzers.',
  tagline: 'Klimaregelung, offen vom Raum bis zur App',
  about:
    'Plenum ist eine Bridge, die ein Haus in seinem eigenen Netz steuert, und eine Cloud, durch die die Apps, die sein Eigentümer erlaubt, es von überall sehen und steuern.',
  what: 'was hier läuft',
  lowerAny: 'Senken Sie den Sollwert eines Raums um ein oder zwei Grad, und sehen Sie seinen Verlauf.',
  lower: ({ room }) =>
    `Senken Sie den Sollwert von ${room} um ein oder zwei Grad, und sehen Sie den Verlauf.`,
  homelyShows: 'Homely zeigt die Änderung sofort.',
};
