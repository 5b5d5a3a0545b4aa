import type { install as original } from '../en/install.ts';
import type { Translation } from '../formatter.ts';

export const install: Translation<typeof original> = {
  title: 'Auf diesem Gerät',
  installed: 'Plenum ist auf diesem Gerät installiert.',
  unsupported: 'Dieser Browser kann die Seite nicht installieren, oder nicht in einem privaten Fenster.',
  offered:
    'Plenum öffnet sich vom Startbildschirm oder aus der Liste der Programme, in einem eigenen Fenster.',
  shareMenu:
    'So installieren Sie: Öffnen Sie das Teilen-Menü des Browsers und wählen Sie „Zum Home-Bildschirm“.',
  browserMenu:
    'So installieren Sie: Öffnen Sie das Menü des Browsers und wählen Sie „Installieren“ oder „Zum Startbildschirm hinzufügen“. Nicht jeder Browser bietet das an.',
  offline:
    'Die Seite öffnet sich auch ohne Verbindung und zeigt den letzten bekannten Zustand mit seiner Zeit.',
  insecure: ({ origin }) =>
    `Die Seite lässt sich hier nicht installieren: Browser erlauben das nur über HTTPS oder auf dem Rechner selbst (localhost), und diese Seite kam von ${origin}. Öffnen Sie das Haus über die Cloud, oder starten Sie die Bridge mit einem Zertifikat (--tls-cert, --tls-key).`,
  install: 'Installieren',
  close: 'Schließen',
  lastKnown: 'Letzter bekannter Zustand',
  lastKnownHelp: ({ ago, at, name }) =>
    `${name} antwortet nicht. Diese Seite zeigt, was dieses Gerät ${ago} empfangen hat, am ${at}. Bis zur Antwort lässt sich nichts ändern.`,
  forget: 'Dieses Haus vergessen',
  forgetHelp: 'Entfernt den Zugangsschlüssel und den letzten bekannten Zustand von diesem Gerät.',
};
