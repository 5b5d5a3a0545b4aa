import { statusText } from '@plenum/insight/status';
import type { status as original } from '../en/status.ts';
import type { Translation } from '../formatter.ts';

const { toLabel, toSentence } = statusText({
  inLeader: (name) => ` en ${name}`,
  air: {
    cool: 'enfriando',
    heat: 'calentando',
    vent: 'solo ventilador',
    idle: 'unidad en reposo',
    off: 'unidad apagada',
  },
  wordings: {
    unknown: {
      label: () => 'Desconocido',
      sentence: () => 'El equipo no informa lo suficiente para saber qué hace.',
    },
    off: { label: () => 'Apagado', sentence: () => 'Está apagado.' },
    'unit-off': { label: () => 'Sistema apagado', sentence: () => 'El sistema está apagado.' },
    'unit-fault': {
      label: ({ fault }) => `Avería ${fault}`,
      sentence: ({ fault }) =>
        `La unidad se ha parado con la avería ${fault}; no se calienta ni se enfría nada.`,
    },
    'no-answer': {
      label: () => 'Sin respuesta',
      sentence: () => 'No responde; se muestra lo último que comunicó.',
    },
    'sensor-failed': {
      label: () => 'Sensor averiado',
      sentence: ({ opening }) =>
        `El sensor ha fallado y nada regula la habitación; su compuerta está abierta al ${opening} %.`,
    },
    'damper-stuck': {
      label: ({ opening }) => `Compuerta atascada al ${opening} %`,
      sentence: ({ opening }) =>
        `La compuerta está atascada al ${opening} %, así que la habitación no se puede regular.`,
    },
    'damper-not-driven': {
      label: ({ opening }) => `Compuerta fija al ${opening} %`,
      sentence: ({ opening }) =>
        `La compuerta está configurada sin accionamiento; queda abierta al ${opening} %.`,
    },
    'held-for-air': {
      label: () => 'Abierta para la unidad',
      sentence: ({ opening }) =>
        `Se mantiene abierta al ${opening} %, porque hay poco más abierto para el aire del ventilador.`,
    },
    'held-for-control': {
      label: () => 'Mantenida abierta',
      sentence: () => 'Está cerrada, pero se mantiene abierta porque su sensor controla la unidad.',
    },
    closed: { label: () => 'Cerrada', sentence: () => 'Está cerrada.' },
    open: {
      label: ({ air }) => `Abierta, ${air}`,
      sentence: ({ opening, air }) => `Está abierta al ${opening} % sea cual sea su temperatura: ${air}.`,
    },
    constant: {
      label: ({ opening }) => `Constante, ${opening} %`,
      sentence: ({ opening }) => `Queda en su apertura mínima, ${opening} %, sea cual sea su temperatura.`,
    },
    'fan-only': { label: () => 'Solo ventilador', sentence: () => 'La unidad solo mueve el aire.' },
    cooling: {
      label: ({ setpoint }) => `Enfriando a ${setpoint}`,
      sentence: ({ setpoint, inLeader }) => `Enfriando a ${setpoint}${inLeader}.`,
    },
    heating: {
      label: ({ setpoint }) => `Calentando a ${setpoint}`,
      sentence: ({ setpoint, inLeader }) => `Calentando a ${setpoint}${inLeader}.`,
    },
    drying: {
      label: () => 'Deshumidificando',
      sentence: ({ setpoint, inLeader }) =>
        `Deshumidificando el aire, no muy por debajo de ${setpoint}${inLeader}.`,
    },
    'cooling-limited': {
      label: ({ limit }) => `Enfriando, limitada al ${limit} %`,
      sentence: ({ temperature, setpoint, limit }) =>
        `A ${temperature} necesita más aire para llegar a ${setpoint}; su apertura máxima es ${limit} %.`,
    },
    'heating-limited': {
      label: ({ limit }) => `Calentando, limitada al ${limit} %`,
      sentence: ({ temperature, setpoint, limit }) =>
        `A ${temperature} necesita más aire para llegar a ${setpoint}; su apertura máxima es ${limit} %.`,
    },
    'cooled-past': {
      label: ({ setpoint }) => `Bajo ${setpoint}, aún enfría`,
      sentence: ({ temperature, setpoint, opening }) =>
        `A ${temperature} está por debajo de ${setpoint}, y por el ${opening} % que queda abierto entra aire frío.`,
    },
    'heated-past': {
      label: ({ setpoint }) => `Sobre ${setpoint}, aún calienta`,
      sentence: ({ temperature, setpoint, opening }) =>
        `A ${temperature} está por encima de ${setpoint}, y por el ${opening} % que queda abierto entra aire caliente.`,
    },
    holding: {
      label: ({ setpoint }) => `Mantiene ${setpoint}`,
      sentence: ({ temperature, setpoint, opening }) =>
        `${temperature === setpoint ? 'Está a' : `A ${temperature} está cerca de`} ${setpoint}; su compuerta, abierta al ${opening} %, lo mantiene.`,
    },
    'at-target': {
      label: ({ temperature, setpoint }) => `${temperature === setpoint ? 'A' : 'Cerca de'} ${setpoint}`,
      sentence: ({ temperature, setpoint, inLeader }) =>
        `${temperature === setpoint ? 'Está a' : `A ${temperature} está cerca de`} ${setpoint}${inLeader}; no hace falta nada.`,
    },
    'damper-opening': {
      label: () => 'Compuerta abriendo',
      sentence: ({ temperature, setpoint }) =>
        `A ${temperature}, su compuerta se abre para llegar a ${setpoint}.`,
    },
    'waits-to-cool': {
      label: () => 'Espera aire frío',
      sentence: ({ temperature, setpoint, inLeader }) =>
        `A ${temperature} necesita enfriarse a ${setpoint}${inLeader}, y la unidad hace una pausa.`,
    },
    'waits-to-heat': {
      label: () => 'Espera aire caliente',
      sentence: ({ temperature, setpoint, inLeader }) =>
        `A ${temperature} necesita calentarse a ${setpoint}${inLeader}, y la unidad hace una pausa.`,
    },
    'too-warm': {
      label: ({ setpoint }) => `Sobre ${setpoint}, sin frío`,
      sentence: ({ temperature, setpoint, inLeader }) =>
        `A ${temperature} está por encima de ${setpoint}${inLeader}; la unidad no enfría ahora.`,
    },
    'too-cool': {
      label: ({ setpoint }) => `Bajo ${setpoint}, sin calor`,
      sentence: ({ temperature, setpoint, inLeader }) =>
        `A ${temperature} está por debajo de ${setpoint}${inLeader}; la unidad no calienta ahora.`,
    },
    'set-to-cool': {
      label: ({ setpoint }) => `Puesto a enfriar a ${setpoint}`,
      sentence: ({ setpoint }) =>
        `Está encendido y puesto a enfriar a ${setpoint}; no comunica ninguna temperatura.`,
    },
    'set-to-heat': {
      label: ({ setpoint }) => `Puesto a calentar a ${setpoint}`,
      sentence: ({ setpoint }) =>
        `Está encendido y puesto a calentar a ${setpoint}; no comunica ninguna temperatura.`,
    },
    'set-to-dry': {
      label: () => 'Puesto a deshumidificar',
      sentence: () => 'Está encendido y puesto a deshumidificar; no comunica ninguna temperatura.',
    },
    'set-to-auto': {
      label: ({ setpoint }) => `Fijado a ${setpoint}`,
      sentence: ({ setpoint }) =>
        `Está encendido y enfría o calienta a ${setpoint}; no comunica ninguna temperatura.`,
    },
  },
});

export const status: Translation<typeof original> = {
  label: ({ status, write }) => toLabel(status, write),
  sentence: ({ status, write }) => toSentence(status, write),
  cool: 'Enfriar',
  heat: 'Calentar',
  vent: 'Solo ventilador',
  idle: 'En reposo',
  off: 'Apagado',
};
