import type { definition as original } from '../en/definition.ts';
import type { Translation } from '../formatter.ts';

export const definition: Translation<typeof original> = {
  run: 'Ausführen',
  apply: 'Übernehmen',
  removeLast: 'Letzten Eintrag entfernen',
  addOne: 'Eintrag hinzufügen',
  yes: 'Ja',
  no: 'Nein',
  between: ({ minimum, maximum, unit, integer }) =>
    `Geben Sie eine ${integer ? 'ganze Zahl' : 'Zahl'} von ${minimum} bis ${maximum}${unit} ein.`,
  atLeast: ({ minimum, unit, integer }) =>
    `Geben Sie eine ${integer ? 'ganze Zahl' : 'Zahl'} ab ${minimum}${unit} ein.`,
  atMost: ({ maximum, unit, integer }) =>
    `Geben Sie eine ${integer ? 'ganze Zahl' : 'Zahl'} bis ${maximum}${unit} ein.`,
  anyNumber: ({ integer }) => `Geben Sie eine ${integer ? 'ganze Zahl' : 'Zahl'} ein.`,
};
