import { listen } from '@plenum/protocol/cloud';
import { uplink } from '@plenum/protocol/uplink';
import type { PageTexts } from './english.ts';

export const spanish: PageTexts = {
  language: 'es',
  signIn: 'Iniciar sesión',
  signUp: 'Cree su cuenta',
  createAccount: 'Crear cuenta',
  noAccount: '¿Aún no tiene cuenta?',
  createOne: 'Crear una',
  haveAccount: '¿Tiene una cuenta?',
  continueTo: 'para continuar a',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint: (length) => `Al menos ${length} caracteres; unas cuantas palabras seguidas van bien.`,
  passkey: 'Iniciar sesión con clave de acceso',
  lostPassword: '¿Ha olvidado la contraseña?',
  cancel: 'Cancelar y volver',
  enterCode: 'Introduzca el código',
  codeHint: 'El código de su aplicación de autenticación o uno de sus códigos de recuperación.',
  code: 'Código',
  continue: 'Continuar',
  otherAccount: 'Usar otra cuenta',
  wouldLike: (app, requests) => `${app} quiere ${requests.join(' y ')}`,
  signedInAs: 'Sesión iniciada como',
  registeredItself: (app) =>
    `${app} se ha registrado por su cuenta y nadie ha comprobado este nombre. Permítalo solo si acaba de conectarla usted.`,
  ifAllowed: 'Si lo permite, podrá',
  itCannot: 'No podrá',
  goBackTo: 'Volverá a',
  doNotAllow: 'No permitir',
  allow: 'Permitir',
  allowApp: (app) => `¿Permitir ${app}?`,
  chooseTestUser: (app) => `Elija un usuario de prueba para ${app}`,
  allowAs: (name) => `Permitir como ${name}`,
  testKeys:
    'La aplicación usa sus claves de prueba. Verá solo las casas del usuario de prueba que usted elija.',
  noTestUsers:
    'Esta aplicación no tiene usuarios de prueba de usted. Quien la desarrolla puede crearlos en la consola.',
  notYou: '¿No es usted?',
  pairBridge: 'Vincular un puente',
  pairHint:
    'Introduzca el código que muestra su puente, por ejemplo al arrancar o en su registro, o el que muestra plenum listen.',
  systemId: 'Id. de sistema',
  notGiven: 'no indicado',
  askedFrom: 'Pedido desde la dirección',
  notKnown: 'desconocida',
  checkTitle: 'Compruebe el código',
  checkCode: '¿Muestra su puente este código?',
  checkHint: 'Continúe solo si lo ha iniciado usted y el puente es suyo.',
  noStop: 'No, parar',
  yesContinue: 'Sí, continuar',
  checkProgramCode: '¿Muestra plenum listen este código?',
  checkProgramHint: 'Continúe solo si acaba de iniciar plenum listen usted.',
  chooseApp: '¿Qué aplicación?',
  listensTest:
    'Recibe los eventos de las claves de prueba de la aplicación: solo los de sus usuarios de prueba.',
  listensLive:
    'Son eventos reales: los estados de las casas de todos los usuarios de la aplicación se envían al equipo en el que se ejecuta plenum listen. Permítalo solo en un equipo en el que confíe.',
  noTestKeys:
    'Ninguna de sus aplicaciones tiene claves de prueba. Créelas en la consola o inicie plenum listen de nuevo con --live.',
  noApps: 'No tiene ninguna aplicación. Cree primero una en la consola.',
  programContinues: 'Continúa por sí solo en unos segundos. Puede cerrar esta página.',
  done: 'Listo',
  canContinue: (app) => `${app} puede continuar`,
  continuesByItself: 'Continúa por sí solo y la casa aparece en su cuenta en unos segundos.',
  toHouses: 'Ir a sus casas',
  forDeveloper: 'Para el desarrollador de la aplicación',
  didNotWork: 'Esto no ha funcionado',
  appError:
    'La aplicación que le envió aquí hizo una petición que no podemos atender. No se ha permitido nada. Vuelva a la aplicación y empiece de nuevo. Si vuelve a ocurrir, envíe a su desarrollador los detalles de abajo.',
  ownError:
    'Algo ha fallado aquí. No se ha permitido nada. Vuelva a la aplicación e inténtelo de nuevo en unos minutos.',
  tooManyRequests: 'Demasiadas peticiones',
  tooManyCodes: 'Demasiados códigos',
  needCode: 'Introduzca el código que muestra su puente.',
  pairingStopped: 'Se detuvo la vinculación. No se ha permitido nada.',
  otherCodeProblem: 'Esta página ha caducado o algo ha fallado. Introduzca el código de nuevo.',
  startAgain: 'Empiece de nuevo',
  startAgainHelp:
    'Este inicio de sesión ha caducado, ha terminado o se empezó en otro navegador. Vuelva a la aplicación o al puente y empiece de nuevo.',
  tryAgain: 'Inténtelo de nuevo en un momento',
  tryAgainHelp:
    'Esta nube no puede acceder ahora a sus datos. No se ha permitido nada. Vuelva a cargar la página en unos segundos.',
  scopes: {
    'query-control': {
      request: 'ver y controlar el clima de sus casas',
      may: [
        'ver sus casas: habitaciones, temperaturas, modos, nombres y horarios',
        'cambiarlas: encender y apagar, fijar temperaturas, iniciar y editar horarios',
        'recibir un aviso inmediato cuando algo cambie',
      ],
      mayNot: [
        'ver su contraseña ni cambiar su cuenta',
        'controlar el riego ni el monitor de energía',
        'añadir o quitar casas, ni ceder su acceso',
      ],
      ends: 'Conserva este acceso hasta que usted lo retire en su cuenta.',
    },
    history: {
      request: 'leer el historial y la energía de sus casas',
      may: [
        'leer lo registrado: temperaturas, energía de cada canal y lo que costó',
        'leer qué ocurrió y quién lo hizo, y por qué una habitación está como está',
      ],
      mayNot: ['ver su contraseña ni cambiar su cuenta', 'cambiar los precios de su energía'],
      ends: 'Conserva este acceso hasta que usted lo retire en su cuenta.',
    },
    lighting: {
      request: 'ver y controlar las luces y persianas de sus casas',
      may: [
        'ver sus luces, persianas e interruptores, y si una puerta de garaje está abierta',
        'encender y regular luces, elegir escenas, mover persianas',
      ],
      mayNot: [
        'abrir ni cerrar una puerta de garaje, salvo que lo permita abajo',
        'cambiar lo que se instaló',
      ],
      ends: '',
    },
    garage: {
      request: 'Las puertas de garaje abren su casa',
      may: ['Esta aplicación también puede abrir y cerrar mis puertas de garaje.'],
      mayNot: ['Sin este permiso puede verlas, pero no moverlas, ni solas ni junto con luces.'],
      ends: '',
    },
    [uplink.scope]: {
      request: 'añadirse a su cuenta',
      may: [
        'mostrarle aquí sus habitaciones y equipos',
        'aceptar las órdenes que envíen usted y las aplicaciones que permitió',
      ],
      mayNot: ['ver su contraseña ni cambiar su cuenta', 'ver ni controlar sus otras casas'],
      ends: 'Puede quitarlo de nuevo en su cuenta.',
    },
    [uplink.fleetScope]: {
      request: 'añadir cualquier número de puentes a su cuenta',
      may: [
        'añadir tantos puentes como quiera en diez minutos',
        'mostrarle aquí sus habitaciones y equipos',
        'aceptar las órdenes que envíen usted y las aplicaciones que permitió',
      ],
      mayNot: ['ver su contraseña ni cambiar su cuenta', 'ver ni controlar sus otras casas'],
      ends: 'Puede quitar cada uno de ellos en su cuenta.',
    },
    [listen.scope]: {
      request: 'recibir los eventos de una de sus aplicaciones',
      may: ['recibir los eventos de la aplicación que elija abajo, en el equipo en el que se ejecuta'],
      mayNot: [
        'ver su contraseña o cambiar su cuenta',
        'ver o controlar sus casas o las de los usuarios de la aplicación más allá de estos eventos',
        'añadir puentes o recibir los eventos de otra aplicación',
      ],
      ends: 'Conserva este acceso hasta que lo retire en su cuenta.',
    },
  },
};
