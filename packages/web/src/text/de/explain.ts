import type { explain as original } from '../en/explain.ts';
import type { Translation } from '../formatter.ts';

export const explain: Translation<typeof original> = {
  open: 'Warum?',
  openFor: ({ name }) => `${name}: warum?`,
  steps: 'Warum es so ist',
  changes: 'Was es ändern würde',
  heat: 'Woher die Wärme kommt und wohin sie geht',
  notKnown: 'Die Bridge antwortet nicht mehr, als diese Seite weiß: Wärme, Verlauf und Zeitplan fehlen.',
  do: 'Ausführen',
  unitTitle: 'Warum macht die Klimaanlage das?',
  unitName: 'die Klimaanlage',
  minutes: ({ minutes }, format) =>
    format.plural(minutes, { one: `${minutes} Minute`, other: `${minutes} Minuten` }),
  perHour: ({ difference }) => `${difference} pro Stunde`,
};
