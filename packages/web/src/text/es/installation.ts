import type { SetupProblem } from '@plenum/insight/setup';
import type { installation as original } from '../en/installation.ts';
import type { Translation } from '../formatter.ts';

const problems: Readonly<Record<SetupProblem['code'], (facts: SetupProblem['facts']) => string>> = {
  'master-without-sensor': ({ zone }) =>
    `El sensor principal controla la unidad, pero la zona ${zone} no tiene sensor.`,
  'zones-without-sensor': () => 'Las zonas controlan la unidad, pero ninguna tiene sensor.',
  'constants-missing': ({ count, found }) =>
    `Debe haber ${count} zonas constantes, pero hay ${found} configuradas.`,
  'constant-number': ({ zone, number }) =>
    `La zona ${zone} es constante, pero su número ${number} no existe en la instalación.`,
  'constant-twice': ({ zone, number }) =>
    `La zona ${zone} tiene el número de constante ${number} de otra zona.`,
  'auto-without-sensor': ({ zone }) => `La zona ${zone} debe seguir su temperatura, pero no tiene sensor.`,
  'balance-crossed': ({ zone }) =>
    `Los límites de equilibrado de la zona ${zone} no dejan margen a su compuerta.`,
  'airflow-outside-balance': ({ zone }) =>
    `Los límites de aire de la zona ${zone} quedan fuera de sus límites de equilibrado.`,
  'spill-unprotected': () =>
    'Ninguna zona es constante y el sistema no se apaga solo: con todas las zonas cerradas la unidad sopla contra compuertas cerradas.',
  'area-too-large': ({ area, whole }) =>
    `Las zonas constantes deben mantener abiertos ${area} m², pero todas las zonas suman ${whole} m².`,
  'fan-auto-off': ({ favourite }) =>
    `El favorito ${favourite} pide el ventilador automático, que la instalación no permite.`,
  'sensor-fault': ({ zone }) => `El sensor de la zona ${zone} no responde.`,
  'damper-fault': ({ zone }) => `La compuerta de la zona ${zone} no se mueve.`,
  'generator-counted': ({ channel }) => `El canal «${channel}» genera, pero cuenta como consumo.`,
};

export const installation: Translation<typeof original> = {
  title: 'Instalación',
  help: 'Lo que un instalador fija una vez, paso a paso. Cada ajuste vale enseguida y se conserva. La comprobación del final encuentra lo que no encaja.',
  steps: 'Pasos',
  rooms: 'Habitación por habitación',
  sensor: 'Sensor',
  damperLimits: 'Límites de la compuerta',
  balance: 'Equilibrado',
  zones: 'Zonas',
  sensors: 'Sensores',
  dampers: 'Compuertas',
  constants: 'Zonas constantes',
  fan: 'Ventilador',
  unit: 'Unidad',
  ventilation: 'Ventilación',
  cooler: 'Enfriador evaporativo',
  favourites: 'Favoritos',
  power: 'Medidor de consumo',
  lamps: 'Lámparas e interruptores',
  check: 'Comprobación',
  next: ({ step }) => `Siguiente: ${step}`,
  zone: 'Zona',
  favourite: 'Favorito',
  lamp: 'Lámpara',
  wallSwitch: 'Interruptor',
  kind: 'Componente',
  component: 'Número',
  numbered: ({ no, name }) => (name === '' ? String(no) : `${no}: ${name}`),
  fits: 'La instalación encaja.',
  problems: ({ count }, format) =>
    format.plural(count, {
      one: 'hay algo que no encaja',
      other: `hay ${format.number(count)} cosas que no encajan`,
    }),
  sentence: ({ problem }) => problems[problem.code](problem.facts),
  keyRequired: 'Se necesita la clave del instalador',
  keyHelp:
    'Solo quien instala esta casa cambia su configuración. La clave se olvida al salir de esta página.',
  keyWrong: 'Esta no es la clave del instalador de este puente.',
  key: 'Clave del instalador',
  enter: 'Configurar',
  notFromHere:
    'Este puente no tiene clave del instalador, así que la instalación solo se configura en su propia máquina: abra esta página allí o inicie el puente con <code>--installer-key</code>. A través de un proxy o de otro sistema nadie la configura.',
  matter: 'Matter',
  matterPair: ({ digits }: { digits: string }) =>
    `Escanee este código en la aplicación de su hogar, o escriba <code>${digits}</code>. El puente se puede vincular durante los 15 minutos siguientes a su arranque.`,
  matterPaired: ({ count }: { count: number }, format) =>
    format.plural(count, {
      one: 'Vinculado con un sistema. Añada otros desde él.',
      other: `Vinculado con ${format.number(count)} sistemas. Añada otros desde uno de ellos.`,
    }),
  matterCode: 'Código para vincular por Matter',
  noInstaller: 'Este puente no admite órdenes de un instalador.',
};
