import type { design as original } from '../en/design.ts';
import type { Translation } from '../formatter.ts';

export const design: Translation<typeof original> = {
  reloadHelps: 'Puede que ayude volver a cargar la página.',
  notLoaded: ({ what, hope }) => `No se pudo cargar: ${what}. ${hope}`,
  tryAgain: 'Intentar de nuevo',
  skip: 'Saltar al contenido principal',
  documentation: 'Documentación',
  pages: 'Páginas',
  morePages: 'Más',
  less: ({ label }) => `${label}: menos`,
  more: ({ label }) => `${label}: más`,
  systemTheme: 'Tema del sistema',
  lightTheme: 'Tema claro',
  darkTheme: 'Tema oscuro',
  changeTheme: ({ theme }) => `${theme}; cambiar`,
  dismiss: 'Descartar',
  copy: 'Copiar',
  copied: 'Copiado',
  copyManually: 'Cópielo a mano',
  copyWhat: ({ what }) => `Copiar ${what}`,
};
