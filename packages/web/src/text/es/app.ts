import type { app as original } from '../en/app.ts';
import type { Translation } from '../formatter.ts';

export const app: Translation<typeof original> = {
  failed: 'Algo ha fallado',
  failedHelp:
    'Su casa no se ve afectada. Vuelva a cargar la página; si falla de nuevo, informe de lo que estaba haciendo.',
  reload: 'Volver a cargar',
  language: 'Idioma',
  systemLanguage: 'El del navegador',
  thisPage: 'Esta página',
};
