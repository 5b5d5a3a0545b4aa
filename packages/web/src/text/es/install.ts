import type { install as original } from '../en/install.ts';
import type { Translation } from '../formatter.ts';

export const install: Translation<typeof original> = {
  title: 'En este dispositivo',
  installed: 'Plenum está instalado en este dispositivo.',
  unsupported: 'Este navegador no puede instalar la página, o no en una ventana privada.',
  offered: 'Plenum se abre desde la pantalla de inicio o la lista de aplicaciones, en su propia ventana.',
  shareMenu: 'Para instalar: abra el menú de compartir del navegador y elija «Añadir a pantalla de inicio».',
  browserMenu:
    'Para instalar: abra el menú del navegador y elija «Instalar» o «Añadir a la pantalla de inicio». No todos los navegadores lo ofrecen.',
  offline: 'La página también se abre sin conexión y muestra el último estado conocido con su hora.',
  insecure: ({ origin }) =>
    `La página no se puede instalar aquí: los navegadores solo lo permiten con HTTPS o en el propio equipo (localhost), y esta página viene de ${origin}. Abra la casa a través de la nube, o inicie el puente con un certificado (--tls-cert, --tls-key).`,
  install: 'Instalar',
  close: 'Cerrar',
  lastKnown: 'Último estado conocido',
  lastKnownHelp: ({ ago, at, name }) =>
    `${name} no responde. Esta página muestra lo que este dispositivo recibió ${ago}, el ${at}. No se puede cambiar nada hasta que responda.`,
  forget: 'Olvidar esta casa',
  forgetHelp: 'Elimina de este dispositivo la clave de acceso y el último estado conocido.',
};
