import type { enumeration as original } from '../en/enumeration.ts';
import { toEnumerationText } from '../enumeration-texts.ts';
import type { Translation } from '../formatter.ts';

const speeds = { low: 'niedrig', medium: 'mittel', high: 'hoch', auto: 'Auto' };
const modes = { cool: 'Kühlen', heat: 'Heizen', vent: 'Lüften', dry: 'Entfeuchten', auto: 'Auto' };

export const enumeration: Translation<typeof original> = {
  word: toEnumerationText(
    {
      battery: { full: 'voll', half: 'halb', empty: 'leer' },
      cpuType: { 'standard (0)': 'Standard (0)', standard: 'Standard', evaporative: 'Verdunstungskühler' },
      evapSensor: { screen: 'Bedienteil', remote: 'Fernfühler' },
      fanAutoType: {
        'two-speed': 'zwei Stufen',
        'three-speed': 'drei Stufen',
        variable: 'stufenlos',
        'four-speed': 'vier Stufen',
      },
      gasHeat: { none: 'keine', 'one gas stage': 'eine Gasstufe', 'two gas stages': 'zwei Gasstufen' },
      irrigationEnable: { off: 'aus', on: 'ein' },
      oemMake: {},
      powerBattery: { critical: 'kritisch', low: 'schwach', normal: 'normal', full: 'voll' },
      returnAirSensor: { 'return air': 'Rückluft', master: 'Hauptfühler', zones: 'Zonen' },
      rfSignal: { full: 'voll', half: 'halb', quarter: 'schwach', none: 'keines' },
      roomUnitMode: modes,
      sensorType: {
        CCTS: 'CCTS',
        CSM: 'CSM',
        iSense: 'iSense',
        wireless: 'Funk',
        wired: 'verdrahtet',
        none: 'keiner',
      },
      sleepTimer: {
        off: 'aus',
        '0.5 h': '0,5 h',
        '1 h': '1 h',
        '2 h': '2 h',
        '4 h': '4 h',
        '6 h': '6 h',
        '8 h': '8 h',
        '12 h': '12 h',
      },
      splitFan: {
        'low (brand set: auto)': 'niedrig (brand set: Auto)',
        'medium (brand set: quiet)': 'mittel (brand set: leise)',
        'high (brand set: 1)': 'hoch (brand set: 1)',
        'auto (brand set: 2)': 'Auto (brand set: 2)',
        'brand set: 3': 'brand set: 3',
        'brand set: 4': 'brand set: 4',
        'brand set: 5': 'brand set: 5',
      },
      stationError: { none: 'in Ordnung', open: 'unterbrochen', short: 'Kurzschluss' },
      stationMode: { auto: 'Auto', manual: 'von Hand', disabled: 'gesperrt' },
      stationState: { 'not running': 'aus', soaking: 'sickert ein', watering: 'bewässert' },
      swing: { none: 'keine', horizontal: 'waagerecht', vertical: 'senkrecht', both: 'beide' },
      sysFan: {
        ...speeds,
        'not available': 'nicht verfügbar',
        top: 'höchste',
        'non-gas heat': 'Heizen ohne Gas',
      },
      sysMode: {
        ...modes,
        'not available': 'nicht verfügbar',
        exhaust: 'Abluft',
        'pump only': 'nur Pumpe',
      },
      sysOn: { off: 'aus', on: 'ein' },
      unitBrand: {},
      unitBrandSet: { auto: 'Auto' },
      vrfFan: speeds,
      zoneMode: {
        open: 'offen',
        close: 'zu',
        auto: 'Auto',
        override: 'übersteuert',
        constant: 'konstant',
      },
      zoneType: { 'open/close': 'auf/zu', constant: 'konstant', auto: 'Auto' },
    },
    'Typ',
  ),
};
