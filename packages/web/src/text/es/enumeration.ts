const speeds = { low: 'baja', medium: 'media', high: 'alta', auto: 'auto' };
const modes = { cool: 'frío', heat: 'calor', vent: 'ventilación', dry: 'seco', auto: 'auto' };

/** The labels that refusals have in their sentences. */
export const refusalLabels: Readonly<Record<string, string>> = {
  ...speeds,
  ...modes,
  open: 'abierta',
  close: 'cerrada',
  constant: 'constante',
  override: 'forzada',
  'open/close': 'abrir/cerrar',
  top: 'máxima',
  exhaust: 'extracción',
  'not available': 'no disponible',
  'on and off': 'encendido y apagado',
  mode: 'modo',
  fan: 'ventilador',
  setpoint: 'consigna',
  lowest: 'mínimo',
  highest: 'máximo',
};
