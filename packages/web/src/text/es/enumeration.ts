import type { enumeration as original } from '../en/enumeration.ts';
import { toEnumerationText } from '../enumeration-texts.ts';
import type { Translation } from '../formatter.ts';

const speeds = { low: 'baja', medium: 'media', high: 'alta', auto: 'auto' };
const modes = { cool: 'frío', heat: 'calor', vent: 'ventilación', dry: 'seco', auto: 'auto' };

export const enumeration: Translation<typeof original> = {
  word: toEnumerationText(
    {
      battery: { full: 'llena', half: 'a la mitad', empty: 'agotada' },
      cpuType: { 'standard (0)': 'estándar (0)', standard: 'estándar', evaporative: 'evaporativo' },
      evapSensor: { screen: 'pantalla', remote: 'remota' },
      fanAutoType: {
        'two-speed': 'dos velocidades',
        'three-speed': 'tres velocidades',
        variable: 'variable',
        'four-speed': 'cuatro velocidades',
      },
      gasHeat: {
        none: 'ninguna',
        'one gas stage': 'una etapa de gas',
        'two gas stages': 'dos etapas de gas',
      },
      irrigationEnable: { off: 'apagado', on: 'encendido' },
      oemMake: {},
      powerBattery: { critical: 'crítica', low: 'baja', normal: 'normal', full: 'llena' },
      returnAirSensor: { 'return air': 'aire de retorno', master: 'sonda principal', zones: 'zonas' },
      rfSignal: { full: 'completa', half: 'media', quarter: 'débil', none: 'ninguna' },
      roomUnitMode: modes,
      sensorType: {
        CCTS: 'CCTS',
        CSM: 'CSM',
        iSense: 'iSense',
        wireless: 'inalámbrica',
        wired: 'con cable',
        none: 'ninguna',
      },
      sleepTimer: {
        off: 'apagado',
        '0.5 h': '0,5 h',
        '1 h': '1 h',
        '2 h': '2 h',
        '4 h': '4 h',
        '6 h': '6 h',
        '8 h': '8 h',
        '12 h': '12 h',
      },
      splitFan: {
        'low (brand set: auto)': 'baja (brand set: auto)',
        'medium (brand set: quiet)': 'media (brand set: silenciosa)',
        'high (brand set: 1)': 'alta (brand set: 1)',
        'auto (brand set: 2)': 'auto (brand set: 2)',
        'brand set: 3': 'brand set: 3',
        'brand set: 4': 'brand set: 4',
        'brand set: 5': 'brand set: 5',
      },
      stationError: { none: 'ninguno', open: 'abierto', short: 'en cortocircuito' },
      stationMode: { auto: 'auto', manual: 'manual', disabled: 'desactivada' },
      stationState: { 'not running': 'parada', soaking: 'absorbiendo', watering: 'regando' },
      swing: { none: 'ninguna', horizontal: 'horizontal', vertical: 'vertical', both: 'ambas' },
      sysFan: {
        ...speeds,
        'not available': 'no disponible',
        top: 'máxima',
        'non-gas heat': 'calor sin gas',
      },
      sysMode: {
        ...modes,
        'not available': 'no disponible',
        exhaust: 'extracción',
        'pump only': 'solo bomba',
      },
      sysOn: { off: 'apagado', on: 'encendido' },
      unitBrand: {},
      unitBrandSet: { auto: 'auto' },
      vrfFan: speeds,
      zoneMode: {
        open: 'abierta',
        close: 'cerrada',
        auto: 'auto',
        override: 'forzada',
        constant: 'constante',
      },
      zoneType: { 'open/close': 'abrir/cerrar', constant: 'constante', auto: 'auto' },
    },
    'tipo',
  ),
};
