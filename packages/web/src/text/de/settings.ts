import type { settings as original } from '../en/settings.ts';
import type { Translation } from '../formatter.ts';

export const settings: Translation<typeof original> = {
  title: 'Konto',
  details: 'Angaben',
  created: 'Angelegt',
  userId: 'Benutzer-ID, wie Apps sie sehen',
  changePassword: 'Passwort ändern',
  passkeys: 'Passkeys',
  authenticator: 'Authenticator-App',
  deleteAccount: 'Konto löschen',
  scan: 'Scannen Sie dies mit Ihrer Authenticator-App, oder tippen Sie den Schlüssel ein. Geben Sie dann den Code ein, den die App zeigt.',
  qrCode: 'QR-Code für Ihre Authenticator-App',
  key: ({ key }) => `Schlüssel: <code>${key}</code>`,
  recoveryHelp:
    'Mit jedem dieser Codes können Sie sich einmal statt mit einem Code der App anmelden, falls Sie Ihr Telefon verlieren. Bewahren Sie sie dort auf, wo Sie sie ohne das Telefon finden. Sie werden nicht noch einmal angezeigt.',
  kept: 'Ich habe sie aufbewahrt',
  setUpTitle: 'Authenticator-App einrichten',
  newCodes: 'Neue Wiederherstellungscodes',
  removeTitle: 'Authenticator-App entfernen?',
  yourCodes: 'Ihre Wiederherstellungscodes',
  showNewCodes: 'Neue Codes anzeigen',
  oldCodesStop: 'Die bisherigen Codes gelten dann nicht mehr.',
  passwordAlone: 'Zum Anmelden genügt wieder das Passwort.',
  authenticatorHelp:
    'Mit einer Authenticator-App braucht die Anmeldung außer dem Passwort einen Code, den nur Ihr Telefon zeigt.',
  setUpSince: ({ since, left }) => `Eingerichtet am ${since}. ${left} von 10 Wiederherstellungscodes übrig.`,
  setUp: 'Authenticator-App einrichten …',
  newCodesMore: 'Neue Wiederherstellungscodes …',
  removeMore: 'Authenticator-App entfernen …',
  emailConfirmed: 'Bestätigt',
  emailUnconfirmed: 'Noch nicht bestätigt. Öffnen Sie den Link in der E-Mail, die wir Ihnen gesendet haben.',
  sent: 'Gesendet',
  makePasskey: 'Passkey erstellen',
  passkeyWhere:
    'Ihr Browser fragt, wo der Passkey liegen soll: auf diesem Gerät, einem Telefon oder einem Sicherheitsschlüssel.',
  passkeyCancelled: 'Es wurde kein Passkey erstellt.',
  renameOf: ({ name }) => `${name} umbenennen`,
  removeOf: ({ name }) => `${name} entfernen`,
  renamePasskey: 'Passkey umbenennen',
  removeQuestion: ({ name }) => `${name} entfernen?`,
  passkeyRemoved: 'Er meldet hier nicht mehr an. Ihr Passwort schon.',
  passkeyHelp:
    'Ein Passkey meldet Sie mit Fingerabdruck, Gesicht oder der PIN eines Geräts an, statt mit dem Passwort.',
  addPasskeyMore: 'Passkey hinzufügen …',
  passkeysWorkAt: ({ origin }) => `Passkeys funktionieren unter <a>${origin}</a>.`,
  addPasskey: 'Passkey hinzufügen',
  presentPassword: 'Bisheriges Passwort',
  newPasswordHint: ({ length }) => `Mindestens ${length} Zeichen. Jeder andere Browser wird abgemeldet.`,
  keepAccess: 'Zugriff der Apps behalten',
  keepAccessHelp:
    'Sonst müssen Apps Sie erneut fragen. Wählen Sie das, wenn jemand anderes das Passwort kennen könnte.',
  passwordChanged: 'Passwort geändert',
  deletesHouses:
    'Ihre Häuser werden freigegeben: Sie laufen weiter, und das nächste Konto, das sie koppelt, besitzt sie.',
  deletesApps:
    'Apps, denen Sie Zugriff gaben, verlieren ihn, und Apps, die Sie angelegt haben, funktionieren für niemanden mehr.',
  deletesData: 'Alle Daten werden gelöscht und lassen sich nicht wiederherstellen.',
  keepAccount: 'Konto behalten',
  deleteForever: 'Endgültig löschen',
  deleted: 'Das Konto und alle seine Daten wurden gelöscht.',
  deleteHelp:
    'Damit werden auch Ihre Häuser freigegeben und Ihre Apps gelöscht. Sie werden um eine Bestätigung gebeten.',
  deleteMore: 'Konto löschen …',
  deleteQuestion: 'Dieses Konto löschen?',
  neverUsed: ({ added }) => `Hinzugefügt am ${added}, nie verwendet`,
  lastUsed: ({ added, used }) => `Hinzugefügt am ${added}, zuletzt verwendet am ${used}`,
};
