import type { alerts as original } from '../en/alerts.ts';
import type { Translation } from '../formatter.ts';

export const alerts: Translation<typeof original> = {
  title: 'Benachrichtigungen',
  fault: 'Störungen',
  filter: 'Luftfilter fällig',
  battery: 'Batterien, die zur Neige gehen',
  offline: 'Bridge seit 15 Minuten nicht erreichbar',
  range: 'Räume lange außerhalb des Bereichs',
  house: 'Haus',
  everyHouse: 'Alle Häuser',
  ownChoice: 'Eigene Auswahl für dieses Haus',
  low: 'Unter',
  high: 'Über',
  howLong: 'Für mindestens',
  minutes: ({ count }: { count: number }, format) =>
    format.plural(count, { one: 'eine Minute', other: `${count} Minuten` }),
  hours: ({ count }: { count: number }, format) =>
    format.plural(count, { one: 'eine Stunde', other: `${count} Stunden` }),
  start: 'Diesen Browser benachrichtigen',
  save: 'Speichern',
  test: 'Test senden',
  end: 'Ausschalten',
  saved: 'Dieser Browser wird benachrichtigt.',
  ended: 'Dieser Browser wird nicht mehr benachrichtigt.',
  tested: 'Der Test ist unterwegs.',
  notAllowed: 'Der Browser hat Benachrichtigungen nicht zugelassen.',
  denied:
    'Benachrichtigungen sind für diese Seite gesperrt; lassen Sie sie in den Einstellungen des Browsers zu.',
  unsupported: 'Dieser Browser bietet keine Benachrichtigungen, oder nicht in einem privaten Fenster.',
  shareMenu:
    'Fügen Sie die Seite zuerst zum Home-Bildschirm hinzu (Teilen-Menü des Browsers); ein iPhone oder iPad benachrichtigt nur von dort.',
  insecure: 'Aus demselben Grund gibt es hier keine Benachrichtigungen.',
};
