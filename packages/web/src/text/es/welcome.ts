import type { welcome as original } from '../en/welcome.ts';
import type { Translation } from '../formatter.ts';

export const welcome: Translation<typeof original> = {
  here: 'está aquí',
  newTab: ', se abre en otra pestaña',
  runsHere: 'Lo que funciona en este equipo',
  house: 'Una casa y su puente',
  houseHelp:
    'El puente funciona en la casa y no necesita la nube. El sol, las paredes y el tiempo son simulados.',
  cloudHelp: 'Guarda de quién es cada casa y da acceso a las aplicaciones permitidas.',
  app: 'Homely, una aplicación de ejemplo',
  appHelp: 'Una aplicación de otra empresa. Primero pide acceso y después recibe cada cambio al momento.',
  speedHelp: 'Las habitaciones tardan horas en enfriarse. A 60× pasa una hora en un minuto.',
  speed: 'Velocidad de la simulación',
  threeThings: 'Tres cosas que probar',
  connect: 'Conectar una aplicación',
  connectHelp:
    'Homely pide acceso, usted lo permite como usuario de demostración y la aplicación muestra las habitaciones. Desde entonces recibe cada cambio.',
  connectHomely: 'Conectar Homely',
  cool: 'Enfriar una habitación',
  openHouse: 'Abrir la casa',
  openRoom: ({ room }) => `Abrir ${room}`,
  seeSent: 'Ver lo que se envió',
  seeSentHelp:
    'La consola de desarrollo muestra cada mensaje con su respuesta, reenvía mensajes y prepara peticiones para probar.',
  openConsole: 'Abrir la consola',
  youAre: ({ email }) => `Usted es <strong>${email}</strong>.`,
  signInDemo: 'Entrar como usuario de demostración',
  development:
    'Modo de desarrollo: solo este equipo puede acceder, y todos en él conocen la contraseña del usuario de demostración.',
  tagline: 'Climatización abierta, de la habitación a la aplicación',
  about:
    'Plenum es un puente que controla una casa en su propia red, y una nube a través de la cual las aplicaciones que permite su dueño pueden verla y controlarla desde cualquier lugar.',
  what: 'lo que funciona aquí',
  lowerAny: 'Baje la consigna de una habitación uno o dos grados y mire su gráfico.',
  lower: ({ room }) => `Baje la consigna de ${room} uno o dos grados y mire su gráfico.`,
  homelyShows: 'Homely muestra el cambio al momento.',
};
