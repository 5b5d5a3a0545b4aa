import type { common as original } from '../en/common.ts';
import type { Translation } from '../formatter.ts';

export const common: Translation<typeof original> = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  continue: 'Continuar',
  back: 'Atrás',
  remove: 'Quitar',
  rename: 'Cambiar el nombre',
  confirm: 'Confirmar',
  name: 'Nombre',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  email: 'Correo electrónico',
  code: 'Código',
  retry: 'Reintentar',
  loading: 'Cargando',
  signIn: 'Iniciar sesión',
  passwordHint: ({ length }) =>
    `Al menos ${length} caracteres. Unas cuantas palabras seguidas se recuerdan con facilidad.`,
  pageTitle: ({ title }) => `${title} · Plenum`,
};
