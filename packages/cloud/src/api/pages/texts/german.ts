import { listen } from '@plenum/protocol/cloud';
import { uplink } from '@plenum/protocol/uplink';
import type { PageTexts } from './english.ts';

export const german: PageTexts = {
  language: 'de',
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  createAccount: 'Konto anlegen',
  noAccount: 'Noch kein Konto?',
  createOne: 'Konto anlegen',
  haveAccount: 'Haben Sie schon ein Konto?',
  continueTo: 'weiter zu',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  passwordHint: (length) => `Mindestens ${length} Zeichen; gut eignen sich mehrere Wörter hintereinander.`,
  passkey: 'Mit Passkey anmelden',
  lostPassword: 'Passwort vergessen?',
  cancel: 'Abbrechen und zurück',
  enterCode: 'Code eingeben',
  codeHint: 'Der Code Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  code: 'Code',
  continue: 'Weiter',
  otherAccount: 'Anderes Konto verwenden',
  wouldLike: (app, requests) => `${app} möchte ${requests.join(' und ')}`,
  signedInAs: 'Angemeldet als',
  registeredItself: (app) =>
    `${app} hat sich selbst registriert, niemand hat diesen Namen geprüft. Erlauben Sie es nur, wenn Sie die App gerade selbst verbunden haben.`,
  ifAllowed: 'Mit Ihrer Erlaubnis kann die App',
  itCannot: 'Die App kann nicht',
  goBackTo: 'Sie kehren zurück zu',
  doNotAllow: 'Nicht erlauben',
  allow: 'Erlauben',
  allowApp: (app) => `${app} erlauben?`,
  chooseTestUser: (app) => `Testbenutzer für ${app} wählen`,
  allowAs: (name) => `Als ${name} erlauben`,
  testKeys:
    'Die App verwendet ihre Testschlüssel. Sie sieht nur die Häuser des Testbenutzers, den Sie wählen.',
  noTestUsers:
    'Diese App hat keine Testbenutzer von Ihnen. Wer die App entwickelt, kann sie in der Konsole anlegen.',
  notYou: 'Nicht Sie?',
  pairBridge: 'Bridge koppeln',
  pairHint:
    'Geben Sie den Code ein, den Ihre Bridge zeigt, zum Beispiel beim Start oder in ihrem Protokoll, oder den plenum listen zeigt.',
  systemId: 'System-ID',
  notGiven: 'nicht angegeben',
  askedFrom: 'Angefragt von der Adresse',
  notKnown: 'nicht bekannt',
  checkTitle: 'Code prüfen',
  checkCode: 'Zeigt Ihre Bridge diesen Code?',
  checkHint: 'Fahren Sie nur fort, wenn Sie das begonnen haben und die Bridge Ihnen gehört.',
  noStop: 'Nein, abbrechen',
  yesContinue: 'Ja, weiter',
  checkProgramCode: 'Zeigt plenum listen diesen Code?',
  checkProgramHint: 'Fahren Sie nur fort, wenn Sie plenum listen gerade selbst gestartet haben.',
  chooseApp: 'Welche App?',
  listensTest: 'Es empfängt die Ereignisse der Testschlüssel der App: nur die Ihrer Testbenutzer.',
  listensLive:
    'Das sind echte Ereignisse: Die Zustände der Häuser aller Benutzer der App werden an den Rechner gesendet, auf dem plenum listen läuft. Erlauben Sie das nur auf einem Rechner, dem Sie sie anvertrauen.',
  noTestKeys:
    'Keine Ihrer Apps hat Testschlüssel. Erstellen Sie sie in der Konsole, oder starten Sie plenum listen noch einmal mit --live.',
  noApps: 'Sie haben keine App. Erstellen Sie zuerst eine in der Konsole.',
  programContinues: 'Es geht in wenigen Sekunden von selbst weiter. Sie können diese Seite schließen.',
  done: 'Fertig',
  canContinue: (app) => `${app} kann fortfahren`,
  continuesByItself: 'Es geht von selbst weiter, und das Haus erscheint in wenigen Sekunden in Ihrem Konto.',
  toHouses: 'Zu Ihren Häusern',
  forDeveloper: 'Für den Entwickler der App',
  didNotWork: 'Das hat nicht funktioniert',
  appError:
    'Die App, die Sie hierher geleitet hat, stellte eine Anfrage, die wir nicht beantworten können. Es wurde nichts erlaubt. Gehen Sie zurück zur App und beginnen Sie neu. Falls es wieder passiert, senden Sie ihrem Entwickler die Angaben unten.',
  ownError:
    'Hier ist etwas schiefgegangen. Es wurde nichts erlaubt. Gehen Sie zurück zur App und versuchen Sie es in einigen Minuten erneut.',
  tooManyRequests: 'Zu viele Anfragen',
  tooManyCodes: 'Zu viele Codes',
  needCode: 'Geben Sie den Code ein, den Ihre Bridge zeigt.',
  pairingStopped: 'Die Kopplung wurde abgebrochen. Es wurde nichts erlaubt.',
  otherCodeProblem: 'Diese Seite ist veraltet, oder etwas ist schiefgegangen. Geben Sie den Code erneut ein.',
  startAgain: 'Bitte beginnen Sie neu',
  startAgainHelp:
    'Diese Anmeldung ist abgelaufen, beendet oder wurde in einem anderen Browser begonnen. Gehen Sie zurück zur App oder zur Bridge und beginnen Sie neu.',
  tryAgain: 'Bitte versuchen Sie es gleich noch einmal',
  tryAgainHelp:
    'Diese Cloud erreicht ihre Daten gerade nicht. Es wurde nichts erlaubt. Laden Sie die Seite in einigen Sekunden neu.',
  scopes: {
    'query-control': {
      request: 'das Klima Ihrer Häuser sehen und steuern',
      may: [
        'Ihre Häuser sehen: Räume, Temperaturen, Betriebsarten, Namen und Zeitpläne',
        'sie ändern: ein- und ausschalten, Temperaturen einstellen, Zeitpläne starten und bearbeiten',
        'sofort erfahren, wenn sich etwas ändert',
      ],
      mayNot: [
        'Ihr Passwort sehen oder Ihr Konto ändern',
        'Bewässerung oder Energiemonitor steuern',
        'Häuser hinzufügen oder entfernen oder den Zugriff weitergeben',
      ],
      ends: 'Die App behält diesen Zugriff, bis Sie ihn in Ihrem Konto zurücknehmen.',
    },
    history: {
      request: 'Verlauf und Energie Ihrer Häuser lesen',
      may: [
        'Aufgezeichnetes lesen: Temperaturen, Energie jedes Kanals und was sie gekostet hat',
        'lesen, was geschehen ist und durch wen, und warum ein Raum so ist, wie er ist',
      ],
      mayNot: ['Ihr Passwort sehen oder Ihr Konto ändern', 'Ihre Energiepreise ändern'],
      ends: 'Die App behält diesen Zugriff, bis Sie ihn in Ihrem Konto zurücknehmen.',
    },
    lighting: {
      request: 'die Lampen und Rollos Ihrer Häuser sehen und steuern',
      may: [
        'Ihre Lampen, Rollos und Wandtaster sehen, und ob ein Garagentor offen ist',
        'Lampen schalten und dimmen, Szenen wählen, Rollos fahren',
      ],
      mayNot: ['ein Garagentor öffnen oder schließen, außer Sie erlauben es unten', 'die Einrichtung ändern'],
      ends: '',
    },
    garage: {
      request: 'Garagentore öffnen Ihr Haus',
      may: ['Diese App darf auch meine Garagentore öffnen und schließen.'],
      mayNot: [
        'Ohne diese Erlaubnis kann sie die Tore sehen, aber nicht bewegen, weder einzeln noch zusammen mit Lampen.',
      ],
      ends: '',
    },
    [uplink.scope]: {
      request: 'Ihrem Konto hinzugefügt werden',
      may: [
        'Ihnen hier Räume und Geräte zeigen',
        'Befehle von Ihnen und den von Ihnen erlaubten Apps annehmen',
      ],
      mayNot: ['Ihr Passwort sehen oder Ihr Konto ändern', 'Ihre anderen Häuser sehen oder steuern'],
      ends: 'Sie können die Bridge in Ihrem Konto wieder entfernen.',
    },
    [uplink.fleetScope]: {
      request: 'Ihrem Konto beliebig viele Bridges hinzufügen',
      may: [
        'innerhalb von zehn Minuten beliebig viele Bridges hinzufügen',
        'Ihnen hier deren Räume und Geräte zeigen',
        'Befehle von Ihnen und den von Ihnen erlaubten Apps annehmen',
      ],
      mayNot: ['Ihr Passwort sehen oder Ihr Konto ändern', 'Ihre anderen Häuser sehen oder steuern'],
      ends: 'Sie können jede davon in Ihrem Konto wieder entfernen.',
    },
    [listen.scope]: {
      request: 'die Ereignisse einer Ihrer Apps empfangen',
      may: ['die Ereignisse der App empfangen, die Sie unten wählen, auf dem Rechner, auf dem es läuft'],
      mayNot: [
        'Ihr Passwort sehen oder Ihr Konto ändern',
        'Ihre Häuser oder die der Benutzer der App über diese Ereignisse hinaus sehen oder steuern',
        'Bridges hinzufügen oder die Ereignisse einer anderen App empfangen',
      ],
      ends: 'Es behält diesen Zugriff, bis Sie ihn in Ihrem Konto zurücknehmen.',
    },
  },
};
