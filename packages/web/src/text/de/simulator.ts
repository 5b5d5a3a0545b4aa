import type { simulator as original } from '../en/simulator.ts';
import type { Translation } from '../formatter.ts';

export const simulator: Translation<typeof original> = {
  realTime: 'Echtzeit',
  tenMinutes: '10 Minuten',
  oneHour: '1 Stunde',
  oneDay: '1 Tag',
  oneWeek: '1 Woche',
  time: 'Zeit',
  timeHelp:
    'Alles im Haus folgt dieser Uhr: Räume, Timer, Favoriten, Bewässerung, Verlauf. Verbundene Integrationen sehen die Änderungen, wie sie geschehen.',
  speed: 'Geschwindigkeit',
  resume: 'Fortsetzen',
  pause: 'Anhalten',
  skipAhead: ({ step }) => `${step} vorspringen`,
  skipping: 'Springt …',
  inject: 'Auslösen',
  clear: 'Beheben',
  faults: 'Störungen',
  faultsHelp:
    'Lösen Sie eine Störung aus und sehen Sie, wie das Haus, diese Seite und Ihre Integration reagieren. Sie bleibt, bis Sie sie beheben.',
  faultType: 'Art der Störung',
  behaviour: 'Verhalten des Geräts',
  behaviourHelp:
    'Echte Geräte sind zuweilen beschäftigt, langsam oder fehlerhaft. Wählen Sie, was diese Bridge tut, um einen Client zu testen. Diese Seite ist nicht betroffen.',
  quirk: 'Verhalten',
  peopleAndWindows: 'Personen und Fenster',
  peopleHelp:
    'Personen erwärmen einen Raum, befeuchten ihn und füllen ihn mit CO₂. Ein offenes Fenster lässt Außenluft herein.',
  people: 'Personen',
  windowOf: ({ room }) => `Fenster ${room}`,
  byHand: 'Von Hand',
  byHandHelp: 'Was jemand im Haus neben dem Regler tut. Werte, die Sie lassen, wie sie sind, bleiben.',
  act: 'Was geschieht',
  doIt: 'Ausführen',
  hotWater: 'Warmwasser',
  hotWaterHelp:
    'Ein Überschussregler heizt diesen Speicher mit dem, was sonst ins Netz ginge, und mit nichts sonst.',
  hotWaterNow: ({ temperature, power }) => `${temperature}, nimmt ${power}`,
  notLoaded: ({ reason }) =>
    `Der Stand der Simulation kann nicht geladen werden: ${reason} Es wird alle paar Sekunden erneut versucht.`,
  notSimulated:
    'Diese Bridge steuert ein echtes Haus, oder die Bedienung ihrer Simulation ist aus (--no-simulation).',
  simulated: 'Dieses Haus ist simuliert, mit eigener Physik. Eine echte Bridge hat diese Bedienung nicht.',
  heatWave: 'Hitzewelle',
  frostyNight: 'Frostnacht',
  downpour: 'Wolkenbruch',
  hold: ({ what }) => `Festhalten: ${what}`,
  weather: 'Wetter',
  weatherHelp:
    'Kommt von einem Generator mit festem Startwert (oder aus Ihrer CSV-Datei). Ziehen Sie einen Regler, um einen Wert festzuhalten; mit seinem Schalter geben Sie ihn frei.',
  releaseAll: 'Alle freigeben',
};
