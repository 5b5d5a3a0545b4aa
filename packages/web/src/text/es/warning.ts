import type { warning as original } from '../en/warning.ts';
import type { Translation } from '../formatter.ts';

export const warning: Translation<typeof original> = {
  codeHelp: ({ code, what }) =>
    `${code} es un código del fabricante ${what}; lo explica su manual de servicio. Apague la unidad unos minutos en su seccionador y vuelva a encenderla. Si el código vuelve, indique a su instalador el código y cuándo apareció.`,
  batteryHelp:
    'Cambie las pilas del sensor de esta habitación; hasta entonces su temperatura puede no estar al día.',
  signalHelp:
    'Acerque el sensor al controlador o aléjelo del metal, y pruebe con pilas nuevas; hasta que vuelva la señal, su temperatura puede no estar al día.',
  stopped: ({ code }) => `Avería ${code}: la unidad se ha parado`,
  ofUnit: 'de la unidad',
  filter: 'Hay que limpiar el filtro de aire',
  filterHelp: 'Límpielo y después borre el aviso en el mando de pared.',
  locked: 'El mando de pared está bloqueado',
  lockedHelp: 'Sus teclas no hacen nada hasta que se desbloquee allí; esta página sigue funcionando.',
  eco: ({ limits }) => `Bloqueo de ahorro: las consignas quedan en ${limits}`,
  ecoHelp: 'Se rechazan otras consignas. El bloqueo se pone y se quita en el mando de pared.',
  sensor: 'Avería del sensor: la temperatura no es fiable',
  sensorHelp:
    'Revise el sensor y sus pilas o su cable. Hasta que vuelva a medir, abra o cierre la habitación a mano.',
  damper: 'Avería de la compuerta: no se mueve',
  damperHelp:
    'La habitación recibe el aire que deja pasar su compuerta en esta posición. Un instalador debe revisar su motor y su cable en el techo.',
  batteryEmpty: 'Pila del sensor agotada',
  batteryHalf: 'Pila del sensor a la mitad',
  noSignal: 'Sin señal de radio del sensor',
  weakSignal: 'Señal de radio débil',
  noAnswer: 'No responde',
  noAnswerHelp:
    'Los valores mostrados son los últimos que comunicó, y se rechazan las órdenes. Compruebe que la unidad tiene corriente; si la tiene, vincúlela de nuevo con su módulo.',
  ofFanCoil: 'del fan-coil',
  notConnected: 'Sin conexión',
  notConnectedHelp:
    'Su módulo o su cable no responde. Compruebe su alimentación; después llame al instalador.',
  wireHelp:
    'Se omite la estación. Revise primero las conexiones de su válvula y después la bobina; las conexiones mojadas son la causa habitual.',
  wireOpen: 'Cable abierto: no llega corriente a la válvula',
  wireShort: 'Cable en cortocircuito: circula demasiada corriente',
  wireFault: ({ wire }) => `Avería de cable ${wire}`,
  unknownFault: ({ help }) => `Esta avería es desconocida. ${help}`,
  controller: ({ controller }) => `El controlador ${controller} comunica un error`,
  controllerHelp:
    'Puede que sus estaciones no se rieguen. Compruebe su alimentación y el cable entre los controladores; su propia pantalla muestra el error.',
  meterSilent: ({ name }) => `${name} no responde`,
  meterSilentHelp:
    'Sus canales no muestran nada hasta que vuelva a comunicar. Compruebe sus pilas y que no esté demasiado lejos.',
  meterBattery: ({ name }) => `${name}: pila baja`,
  meterBatteryHelp: 'Cambie las pilas del medidor.',
};
