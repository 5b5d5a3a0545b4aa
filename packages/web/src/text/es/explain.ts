import type { explain as original } from '../en/explain.ts';
import type { Translation } from '../formatter.ts';

export const explain: Translation<typeof original> = {
  open: '¿Por qué?',
  openFor: ({ name }) => `${name}: ¿por qué?`,
  steps: 'Por qué está así',
  changes: 'Qué lo cambiaría',
  heat: 'De dónde viene su calor y adónde va',
  notKnown: 'El puente no responde más de lo que sabe esta página: faltan calor, tendencia y horario.',
  do: 'Hacerlo',
  unitTitle: '¿Por qué hace esto el aire acondicionado?',
  unitName: 'el aire acondicionado',
  minutes: ({ minutes }, format) =>
    format.plural(minutes, { one: `${minutes} minuto`, other: `${minutes} minutos` }),
  perHour: ({ difference }) => `${difference} por hora`,
};
