import type { settings as original } from '../en/settings.ts';
import type { Translation } from '../formatter.ts';

export const settings: Translation<typeof original> = {
  title: 'Cuenta',
  details: 'Datos',
  created: 'Creada',
  userId: 'Identificador de usuario que ven las aplicaciones',
  changePassword: 'Cambiar la contraseña',
  passkeys: 'Claves de acceso',
  authenticator: 'Aplicación de autenticación',
  deleteAccount: 'Eliminar la cuenta',
  scan: 'Escanee esto con su aplicación de autenticación o escriba la clave. Después introduzca el código que muestra la aplicación.',
  qrCode: 'Código QR para su aplicación de autenticación',
  key: ({ key }) => `Clave: <code>${key}</code>`,
  recoveryHelp:
    'Cada uno sirve una vez en lugar de un código si pierde el teléfono. Guárdelos donde los encuentre sin él. No se vuelven a mostrar.',
  kept: 'Los he guardado',
  setUpTitle: 'Configurar una aplicación de autenticación',
  newCodes: 'Nuevos códigos de recuperación',
  removeTitle: '¿Quitar la aplicación de autenticación?',
  yourCodes: 'Sus códigos de recuperación',
  showNewCodes: 'Mostrar códigos nuevos',
  oldCodesStop: 'Los códigos que tiene ahora dejan de funcionar.',
  passwordAlone: 'La contraseña basta de nuevo para iniciar sesión.',
  authenticatorHelp:
    'Con una aplicación de autenticación, el inicio de sesión pide, además de la contraseña, un código que solo muestra su teléfono.',
  setUpSince: ({ since, left }) => `Configurada el ${since}. Quedan ${left} de 10 códigos de recuperación.`,
  setUp: 'Configurar una aplicación de autenticación …',
  newCodesMore: 'Nuevos códigos de recuperación …',
  removeMore: 'Quitar la aplicación de autenticación …',
  emailConfirmed: 'Confirmado',
  emailUnconfirmed: 'Sin confirmar todavía. Abra el enlace del correo que le enviamos.',
  sent: 'Enviado',
  makePasskey: 'Crear la clave de acceso',
  passkeyWhere:
    'El navegador le pregunta dónde guardar la clave de acceso: en este dispositivo, un teléfono o una llave de seguridad.',
  passkeyCancelled: 'No se creó ninguna clave de acceso.',
  renameOf: ({ name }) => `Cambiar el nombre de ${name}`,
  removeOf: ({ name }) => `Quitar ${name}`,
  renamePasskey: 'Cambiar el nombre de la clave de acceso',
  removeQuestion: ({ name }) => `¿Quitar ${name}?`,
  passkeyRemoved: 'Ya no sirve para iniciar sesión aquí. Su contraseña, sí.',
  passkeyHelp:
    'Una clave de acceso inicia sesión con su huella, su cara o el PIN de un dispositivo, en lugar de la contraseña.',
  addPasskeyMore: 'Añadir una clave de acceso …',
  passkeysWorkAt: ({ origin }) => `Las claves de acceso funcionan en <a>${origin}</a>.`,
  addPasskey: 'Añadir una clave de acceso',
  presentPassword: 'Contraseña actual',
  newPasswordHint: ({ length }) =>
    `Al menos ${length} caracteres. Se cierra la sesión en los demás navegadores.`,
  keepAccess: 'Mantener el acceso de las aplicaciones',
  keepAccessHelp:
    'Si no, las aplicaciones deben volver a pedirle permiso. Elíjalo si alguien más puede conocer la contraseña.',
  passwordChanged: 'Contraseña cambiada',
  deletesHouses:
    'Sus casas quedan libres: siguen funcionando y pertenecen a la próxima cuenta que las vincule.',
  deletesApps:
    'Las aplicaciones que autorizó pierden el acceso y las que creó dejan de funcionar para todos.',
  deletesData: 'Se eliminan todos los datos y no se pueden recuperar.',
  keepAccount: 'Conservar la cuenta',
  deleteForever: 'Eliminar definitivamente',
  deleted: 'Se han eliminado la cuenta y todos sus datos.',
  deleteHelp: 'También se liberan sus casas y se eliminan sus aplicaciones. Se le pedirá confirmación.',
  deleteMore: 'Eliminar la cuenta …',
  deleteQuestion: '¿Eliminar esta cuenta?',
  neverUsed: ({ added }) => `Añadida el ${added}, sin usar`,
  lastUsed: ({ added, used }) => `Añadida el ${added}, usada por última vez el ${used}`,
};
