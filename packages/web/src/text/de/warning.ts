import type { warning as original } from '../en/warning.ts';
import type { Translation } from '../formatter.ts';

export const warning: Translation<typeof original> = {
  codeHelp: ({ code, what }) =>
    `${code} ist ein Code des Herstellers ${what}; er ist in dessen Serviceanleitung erklärt. Schalten Sie das Gerät am Reparaturschalter einige Minuten aus und wieder ein. Kommt der Code wieder, nennen Sie Ihrem Installateur den Code und wann er erschien.`,
  batteryHelp:
    'Wechseln Sie die Batterien des Fühlers in diesem Raum; bis dahin kann seine Temperatur veraltet sein.',
  signalHelp:
    'Setzen Sie den Fühler näher an das Steuergerät oder weg von Metall, und versuchen Sie neue Batterien; bis das Signal wieder da ist, kann seine Temperatur veraltet sein.',
  stopped: ({ code }) => `Störung ${code}: Das Gerät steht`,
  ofUnit: 'des Geräts',
  filter: 'Der Luftfilter muss gereinigt werden',
  filterHelp: 'Reinigen Sie ihn, und löschen Sie dann die Erinnerung am Wandregler.',
  locked: 'Der Wandregler ist gesperrt',
  lockedHelp: 'Seine Tasten sind ohne Wirkung, bis er dort entsperrt wird; diese Seite funktioniert weiter.',
  eco: ({ limits }) => `Sparsperre: Sollwerte bleiben bei ${limits}`,
  ecoHelp: 'Andere Sollwerte werden abgelehnt. Die Sperre wird am Wandregler gesetzt und aufgehoben.',
  sensor: 'Fühlerstörung: Die Temperatur ist nicht verlässlich',
  sensorHelp:
    'Prüfen Sie den Fühler und seine Batterien oder Leitung. Bis er wieder misst, öffnen oder schließen Sie den Raum von Hand.',
  damper: 'Klappenstörung: Sie bewegt sich nicht',
  damperHelp:
    'Der Raum erhält die Luft, die seine Klappe in dieser Stellung durchlässt. Ein Installateur muss ihren Motor und ihr Kabel in der Decke prüfen.',
  batteryEmpty: 'Batterie des Fühlers leer',
  batteryHalf: 'Batterie des Fühlers halb leer',
  noSignal: 'Kein Funksignal vom Fühler',
  weakSignal: 'Schwaches Funksignal',
  noAnswer: 'Antwortet nicht',
  noAnswerHelp:
    'Die gezeigten Werte sind die zuletzt gemeldeten, und Befehle werden abgelehnt. Prüfen Sie, ob das Gerät Strom hat; wenn ja, koppeln Sie es neu mit seinem Modul.',
  ofFanCoil: 'des Fan-Coils',
  notConnected: 'Nicht verbunden',
  notConnectedHelp:
    'Das Modul oder die Leitung antwortet nicht. Prüfen Sie die Stromversorgung; rufen Sie dann den Installateur.',
  wireHelp:
    'Die Station wird übersprungen. Sehen Sie zuerst nach den Verbindungen am Ventil, dann nach der Spule des Ventils; meist sind nasse Verbindungen die Ursache.',
  wireOpen: 'Leitung unterbrochen: Am Ventil kommt kein Strom an',
  wireShort: 'Kurzschluss der Leitung: Es fließt zu viel Strom',
  wireFault: ({ wire }) => `Leitungsstörung ${wire}`,
  unknownFault: ({ help }) => `Diese Störung ist unbekannt. ${help}`,
  controller: ({ controller }) => `Steuergerät ${controller} meldet einen Fehler`,
  controllerHelp:
    'Seine Stationen werden vielleicht nicht bewässert. Prüfen Sie seine Stromversorgung und das Kabel zwischen den Steuergeräten; seine eigene Anzeige zeigt den Fehler.',
  meterSilent: ({ name }) => `${name} antwortet nicht`,
  meterSilentHelp:
    'Seine Kanäle zeigen nichts, bis er sich wieder meldet. Prüfen Sie seine Batterien und ob er zu weit entfernt ist.',
  meterBattery: ({ name }) => `${name}: Batterie schwach`,
  meterBatteryHelp: 'Wechseln Sie die Batterien des Zählers.',
};
