import type { design as original } from '../en/design.ts';
import type { Translation } from '../formatter.ts';

export const design: Translation<typeof original> = {
  reloadHelps: 'Vielleicht hilft es, die Seite neu zu laden.',
  notLoaded: ({ what, hope }) => `Nicht geladen: ${what}. ${hope}`,
  tryAgain: 'Erneut versuchen',
  skip: 'Zum Hauptinhalt springen',
  documentation: 'Dokumentation',
  pages: 'Seiten',
  morePages: 'Mehr',
  less: ({ label }) => `${label}: weniger`,
  more: ({ label }) => `${label}: mehr`,
  systemTheme: 'Design des Systems',
  lightTheme: 'Helles Design',
  darkTheme: 'Dunkles Design',
  changeTheme: ({ theme }) => `${theme}; ändern`,
  dismiss: 'Ausblenden',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyManually: 'Bitte von Hand kopieren',
  copyWhat: ({ what }) => `${what} kopieren`,
};
