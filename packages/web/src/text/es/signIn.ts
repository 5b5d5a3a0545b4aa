import type { signIn as original } from '../en/signIn.ts';
import type { Translation } from '../formatter.ts';

export const signIn: Translation<typeof original> = {
  enterCode: 'Introduzca el código',
  codeHint: 'El código de su aplicación de autenticación o uno de sus códigos de recuperación.',
  expired: 'Su sesión ha terminado',
  expiredHelp: 'Inicie sesión para seguir donde estaba. En esta página no se pierde nada.',
  otherAccount: 'Usar otra cuenta',
  backToSignIn: 'Volver al inicio de sesión',
  mailbox: 'Mire su buzón',
  mailSent: ({ sentTo }) =>
    `Si ${sentTo} tiene una cuenta aquí, recibirá un correo con un enlace. El enlace es válido durante 30 minutos.`,
  lostPassword: 'Contraseña olvidada',
  lostPasswordLead: 'Le enviamos un enlace para elegir una nueva.',
  sendLink: 'Enviar el enlace',
  noPasskey: 'No se eligió ninguna clave de acceso.',
  withPasskey: 'Iniciar sesión con clave de acceso',
  passkeyLead: 'Después vuelve al lugar de donde viene.',
  usePassword: 'Usar la contraseña',
  changed: 'Contraseña cambiada. Inicie sesión con la nueva.',
  choosePassword: 'Elija una contraseña nueva',
  choosePasswordLead:
    'Se cierra la sesión en todos los navegadores y las aplicaciones deben volver a pedirle permiso.',
  anotherLink: 'Enviar otro enlace',
  changePassword: 'Cambiar la contraseña',
  createAccount: 'Crear cuenta',
  lostQuestion: '¿Ha olvidado la contraseña?',
  lead: 'Vea sus casas desde cualquier lugar.',
  noAccount: '¿Aún no tiene cuenta?',
  createOne: 'Crear una',
  createTitle: 'Crear una cuenta',
  createLead: 'Para sus casas y las aplicaciones que pueden usarlas.',
  haveAccount: '¿Ya tiene una cuenta?',
  goToAccount: 'Ir a su cuenta',
  confirmed: 'Correo confirmado',
  confirmedHelp:
    'Gracias. Los enlaces para una contraseña olvidada y los avisos de seguridad le llegarán a este correo.',
  confirmEmail: 'Confirme su correo electrónico',
};
