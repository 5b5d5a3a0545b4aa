const speeds = { low: 'niedrig', medium: 'mittel', high: 'hoch', auto: 'Auto' };
const modes = { cool: 'Kühlen', heat: 'Heizen', vent: 'Lüften', dry: 'Entfeuchten', auto: 'Auto' };

/** The labels that refusals have in their sentences. */
export const refusalLabels: Readonly<Record<string, string>> = {
  ...speeds,
  ...modes,
  open: 'offen',
  close: 'zu',
  constant: 'konstant',
  override: 'übersteuert',
  'open/close': 'auf/zu',
  top: 'höchste',
  exhaust: 'Abluft',
  'not available': 'nicht verfügbar',
  'on and off': 'Ein und Aus',
  mode: 'Modus',
  fan: 'Lüfter',
  setpoint: 'Sollwert',
  lowest: 'kleinste',
  highest: 'größte',
};
