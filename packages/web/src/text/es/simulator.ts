import type { simulator as original } from '../en/simulator.ts';
import type { Translation } from '../formatter.ts';

export const simulator: Translation<typeof original> = {
  realTime: 'Tiempo real',
  tenMinutes: '10 minutos',
  oneHour: '1 hora',
  oneDay: '1 día',
  oneWeek: '1 semana',
  time: 'Tiempo',
  timeHelp:
    'Todo en la casa sigue este reloj: habitaciones, temporizadores, favoritos, riego, historial. Las integraciones conectadas ven los cambios según ocurren.',
  speed: 'Velocidad',
  resume: 'Reanudar',
  pause: 'Pausar',
  skipAhead: ({ step }) => `Avanzar ${step}`,
  skipping: 'Avanzando…',
  inject: 'Provocar',
  clear: 'Quitar',
  faults: 'Averías',
  faultsHelp:
    'Provoque una avería y vea cómo reaccionan la casa, esta página y su integración. Permanece hasta que la quite.',
  faultType: 'Tipo de avería',
  behaviour: 'Comportamiento del equipo',
  behaviourHelp:
    'Los equipos reales a veces están ocupados, van lentos o se equivocan. Elija qué hace este puente para probar un cliente. Esta página no se ve afectada.',
  quirk: 'Comportamiento',
  peopleAndWindows: 'Personas y ventanas',
  peopleHelp:
    'Las personas calientan una habitación, la humedecen y la llenan de CO₂. Una ventana abierta deja entrar aire exterior.',
  people: 'Personas',
  windowOf: ({ room }) => `Ventana de ${room}`,
  byHand: 'A mano',
  byHandHelp:
    'Lo que alguien hace en la casa aparte del controlador. Los valores que usted no cambia se quedan.',
  act: 'Qué ocurre',
  doIt: 'Hacerlo',
  hotWater: 'Agua caliente',
  hotWaterHelp: 'Un derivador solar calienta este depósito con lo que iría a la red, y con nada más.',
  hotWaterNow: ({ temperature, power }) => `${temperature}, toma ${power}`,
  notLoaded: ({ reason }) =>
    `No se puede cargar el estado de la simulación: ${reason} Se reintenta cada pocos segundos.`,
  notSimulated:
    'Este puente controla una casa real, o los controles de su simulación están desactivados (--no-simulation).',
  simulated: 'Esta casa es simulada, con su propia física. Un puente real no tiene estos controles.',
  heatWave: 'Ola de calor',
  frostyNight: 'Noche de helada',
  downpour: 'Aguacero',
  hold: ({ what }) => `Mantener: ${what}`,
  weather: 'Tiempo atmosférico',
  weatherHelp:
    'Procede de un generador con semilla (o de su archivo CSV). Mueva un control para mantener un valor; con su interruptor lo libera.',
  releaseAll: 'Liberar todo',
};
