import type { timeZone as original } from '../en/timeZone.ts';
import type { Translation } from '../formatter.ts';

export const timeZone: Translation<typeof original> = {
  title: 'Zona horaria',
  ask: ({ zone }) => `Los relojes de esta casa están en ${zone}. ¿Es correcto?`,
  use: ({ zone }) => `Usar ${zone}`,
  keep: ({ zone }) => `Mantener ${zone}`,
  help: 'La siguen las horas de estas páginas, las excepciones de los favoritos y los días de la energía.',
  fixed: 'Una casa simulada tiene la zona horaria de su archivo.',
};
