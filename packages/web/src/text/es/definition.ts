import type { definition as original } from '../en/definition.ts';
import type { Translation } from '../formatter.ts';

export const definition: Translation<typeof original> = {
  run: 'Ejecutar',
  apply: 'Aplicar',
  removeLast: 'Quitar el último',
  addOne: 'Añadir uno',
  yes: 'Sí',
  no: 'No',
  between: ({ minimum, maximum, unit, integer }) =>
    `Introduzca un número${integer ? ' entero' : ''} de ${minimum} a ${maximum}${unit}.`,
  atLeast: ({ minimum, unit, integer }) =>
    `Introduzca un número${integer ? ' entero' : ''} de ${minimum}${unit} o más.`,
  atMost: ({ maximum, unit, integer }) =>
    `Introduzca un número${integer ? ' entero' : ''} de hasta ${maximum}${unit}.`,
  anyNumber: ({ integer }) => `Introduzca un número${integer ? ' entero' : ''}.`,
};
