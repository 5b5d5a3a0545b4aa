import type { SetupProblem } from '@plenum/insight/setup';
import type { installation as original } from '../en/installation.ts';
import type { Translation } from '../formatter.ts';

const problems: Readonly<Record<SetupProblem['code'], (facts: SetupProblem['facts']) => string>> = {
  'master-without-sensor': ({ zone }) =>
    `Der Hauptsensor steuert das Gerät, aber Zone ${zone} hat keinen Sensor.`,
  'zones-without-sensor': () => 'Die Zonen steuern das Gerät, aber keine hat einen Sensor.',
  'constants-missing': ({ count, found }) =>
    `Es soll ${count} Konstantzonen geben, eingerichtet sind ${found}.`,
  'constant-number': ({ zone, number }) =>
    `Zone ${zone} ist eine Konstantzone, aber ihre Nummer ${number} gibt es in der Anlage nicht.`,
  'constant-twice': ({ zone, number }) => `Zone ${zone} hat die Konstantnummer ${number} einer anderen Zone.`,
  'auto-without-sensor': ({ zone }) => `Zone ${zone} soll ihrer Temperatur folgen, hat aber keinen Sensor.`,
  'balance-crossed': ({ zone }) =>
    `Die Abgleichgrenzen von Zone ${zone} lassen ihrer Klappe keinen Spielraum.`,
  'airflow-outside-balance': ({ zone }) =>
    `Die Luftgrenzen von Zone ${zone} liegen außerhalb ihrer Abgleichgrenzen.`,
  'spill-unprotected': () =>
    'Keine Zone ist konstant, und die Anlage schaltet nicht selbst ab: sind alle Zonen zu, bläst das Gerät gegen geschlossene Klappen.',
  'area-too-large': ({ area, whole }) =>
    `Konstantzonen sollen ${area} m² offen halten, aber alle Zonen zusammen haben ${whole} m².`,
  'fan-auto-off': ({ favourite }) =>
    `Der Favorit ${favourite} verlangt die Lüfterautomatik, die die Anlage nicht erlaubt.`,
  'sensor-fault': ({ zone }) => `Der Sensor von Zone ${zone} antwortet nicht.`,
  'damper-fault': ({ zone }) => `Die Klappe von Zone ${zone} bewegt sich nicht.`,
  'generator-counted': ({ channel }) => `Der Kanal „${channel}“ erzeugt Strom, zählt aber zum Verbrauch.`,
};

export const installation: Translation<typeof original> = {
  title: 'Installation',
  help: 'Was bei der Installation einmal eingestellt wird, Schritt für Schritt. Jede Einstellung gilt sofort und bleibt. Die Prüfung am Ende findet, was nicht zusammenpasst.',
  steps: 'Schritte',
  rooms: 'Raum für Raum',
  sensor: 'Fühler',
  damperLimits: 'Klappengrenzen',
  balance: 'Abgleich',
  zones: 'Zonen',
  sensors: 'Fühler',
  dampers: 'Klappen',
  constants: 'Konstantzonen',
  fan: 'Lüfter',
  unit: 'Gerät',
  ventilation: 'Lüftung',
  cooler: 'Verdunstungskühler',
  favourites: 'Favoriten',
  power: 'Stromzähler',
  lamps: 'Lampen und Schalter',
  check: 'Prüfung',
  next: ({ step }) => `Weiter: ${step}`,
  zone: 'Zone',
  favourite: 'Favorit',
  lamp: 'Lampe',
  wallSwitch: 'Wandschalter',
  kind: 'Komponente',
  component: 'Nummer',
  numbered: ({ no, name }) => (name === '' ? String(no) : `${no}: ${name}`),
  fits: 'Die Anlage passt zusammen.',
  problems: ({ count }, format) =>
    format.plural(count, {
      one: 'etwas passt nicht zusammen',
      other: `${format.number(count)} Dinge passen nicht zusammen`,
    }),
  sentence: ({ problem }) => problems[problem.code](problem.facts),
  keyRequired: 'Installationsschlüssel erforderlich',
  keyHelp:
    'Nur wer dieses Haus einrichtet, ändert seine Anlage. Der Schlüssel ist vergessen, sobald Sie diese Seite verlassen.',
  keyWrong: 'Das ist nicht der Installationsschlüssel dieser Bridge.',
  key: 'Installationsschlüssel',
  enter: 'Einrichten',
  notFromHere:
    'Diese Bridge hat keinen Installationsschlüssel. Eingerichtet wird die Anlage deshalb nur an ihrem eigenen Rechner: Öffnen Sie diese Seite dort, oder starten Sie die Bridge mit <code>--installer-key</code>. Über einen Proxy oder ein anderes System richtet niemand sie ein.',
  matter: 'Matter',
  matterPair: ({ digits }: { digits: string }) =>
    `Scannen Sie diesen Code in der App Ihres Zuhauses, oder geben Sie <code>${digits}</code> ein. Die Bridge lässt sich bis 15 Minuten nach ihrem Start koppeln.`,
  matterPaired: ({ count }: { count: number }, format) =>
    format.plural(count, {
      one: 'Mit einem System gekoppelt. Fügen Sie weitere von dort hinzu.',
      other: `Mit ${format.number(count)} Systemen gekoppelt. Fügen Sie weitere von einem davon hinzu.`,
    }),
  matterCode: 'Code zum Koppeln über Matter',
  noInstaller: 'Diese Bridge nimmt keine Befehle der Installation an.',
};
