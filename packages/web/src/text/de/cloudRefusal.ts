import { type CloudRefusals, toCloudSentence } from '../cloud-refusals.ts';
import type { cloudRefusal as original } from '../en/cloudRefusal.ts';
import type { Formatter, Translation } from '../formatter.ts';
import { reason } from './reasons.ts';

const duration = (of: unknown, format: Formatter): string => {
  const seconds = Number(of);
  return seconds < 60
    ? format.plural(seconds, { one: 'einer Sekunde', other: `${seconds} Sekunden` })
    : format.plural(Math.ceil(seconds / 60), {
        one: 'einer Minute',
        other: `${Math.ceil(seconds / 60)} Minuten`,
      });
};

const weaknesses: Readonly<Record<string, (least: unknown) => string>> = {
  'few-characters': (least) => `es hat weniger als ${least} verschiedene Zeichen`,
  common: () => 'es ist ein häufiges Passwort oder ein häufiges Wort mit wenig drumherum',
  repeated: () => 'es wiederholt denselben Teil',
  row: () => 'seine Zeichen folgen aufeinander',
};

const appReasons: Readonly<Record<string, (most: unknown) => string>> = {
  name: (most) => `Eine App hat einen Namen aus 1 bis ${most} sichtbaren Zeichen.`,
  count: (most) => `Sie haben ${most} Apps; entfernen Sie erst eine.`,
  uris: (most) => `Eine App hat höchstens ${most} Redirect-URIs; entfernen Sie erst eine.`,
  registered: () => 'Die App hat diese Redirect-URI schon.',
  last: () => 'Eine App hat mindestens eine Redirect-URI; fügen Sie erst eine andere hinzu.',
  uri: () => 'Die Redirect-URI ist keine URI; so sieht eine aus: https://example.org/callback.',
  fragment: () => 'Eine Redirect-URI hat kein Fragment (#...).',
  wildcard: () => 'Eine Redirect-URI ist eine einzige Adresse; Platzhalter sind nicht erlaubt.',
  credentials: () => 'Eine Redirect-URI enthält weder Benutzernamen noch Passwort.',
  host: () => 'Der Host einer Redirect-URI besteht aus Buchstaben, Ziffern, Punkten und Bindestrichen.',
  scheme: () =>
    'Eine Redirect-URI beginnt mit https://, mit http:// zu diesem Rechner (127.0.0.1, ::1, localhost) oder mit einem eigenen Schema wie com.example.app:.',
};

const filterReasons: Readonly<Record<string, (most: unknown) => string>> = {
  result: () => 'Das Ergebnis ist delivered, failed oder no-response.',
  kind: () => 'Die Art ist component, sync oder test.',
  search: (most) => `Eine Suche hat höchstens ${most} Zeichen.`,
  from: () => 'Die früheste Zeit steht in Millisekunden seit 1970-01-01 UTC.',
  to: () => 'Die späteste Zeit steht in Millisekunden seit 1970-01-01 UTC.',
};

const missing: Readonly<Record<string, string>> = {
  control: 'Sie dürfen dieses Haus ansehen, aber nicht steuern.',
  manage: 'Das darf nur, wem dieses Haus gehört oder wer es verwalten darf.',
  owner: 'Das darf nur, wem dieses Haus gehört.',
};

const cannot: Readonly<Record<string, string>> = {
  read: 'Diese Bridge kann ihren Verlauf nicht durch die Cloud senden: Ihre Version ist zu alt. Er steht auf ihrer eigenen Seite zu Hause.',
  write:
    'Das lässt sich nicht durch die Cloud ändern: Die Version der Bridge ist zu alt. Ändern Sie es auf ihrer eigenen Seite zu Hause.',
};

const absent = 'Die Bridge ist nicht verbunden.';
const unreachable = 'Die Bridge ist von hier aus im Moment nicht zu erreichen.';
const undone = 'Es wurde nichts getan.';

const sentences: CloudRefusals = {
  'not-signed-in': () => 'Melden Sie sich zuerst an.',
  'form-stale': () =>
    'Dieses Formular ist veraltet oder kam von einer anderen Website; laden Sie die Seite neu und versuchen Sie es noch einmal.',
  'email-malformed': () => 'Das ist keine E-Mail-Adresse; so sieht eine aus: name@example.org.',
  'email-taken': () => 'Mit dieser E-Mail-Adresse gibt es schon ein Konto; melden Sie sich damit an.',
  'password-short': ({ least, given }) =>
    `Ein Passwort hat mindestens ${least} Zeichen; dieses hat ${given}. Einige Wörter hintereinander merken sich leicht.`,
  'password-long': ({ most }) => `Ein Passwort hat höchstens ${most} Byte; dieses ist länger.`,
  'password-is-email': () =>
    'Das Passwort ist die E-Mail-Adresse, die jeder zuerst versuchen würde; wählen Sie ein anderes.',
  'password-weak': ({ weakness, least }) =>
    `Dieses Passwort ist leicht zu erraten: ${weaknesses[String(weakness)]?.(least) ?? weakness}. Nehmen Sie einige Wörter hintereinander, die nicht zusammengehören.`,
  'credentials-wrong': () => 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'password-wrong': () => 'Das ist nicht Ihr jetziges Passwort.',
  'too-many-guesses': ({ seconds }, format) =>
    `Zu viele Versuche; versuchen Sie es in ${duration(seconds, format)} noch einmal.`,
  'too-many-requests': ({ of, rate, seconds }) =>
    `${of === 'address' ? 'Diese Adresse im Netz' : 'Dieses Konto'} darf ${rate} Anfragen in der Sekunde stellen; es wurde nichts getan. Versuchen Sie es in ${seconds} s noch einmal.`,
  'second-step-required': () =>
    'Geben Sie den Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  'second-step-wrong': () =>
    'Dieser Code ist falsch, abgelaufen oder schon benutzt. Geben Sie den ein, der jetzt angezeigt wird.',
  'second-step-stale': () => 'Das hat zu lange gedauert. Geben Sie E-Mail-Adresse und Passwort erneut ein.',
  'codes-on': () => 'Eine Authenticator-App ist schon eingerichtet; entfernen Sie sie zuerst.',
  'codes-off': () => 'Es ist keine Authenticator-App eingerichtet.',
  'passkey-unusable': () =>
    'Dieser Passkey lässt sich hier nicht verwenden, oder es hat zu lange gedauert. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
  'passkey-name-malformed': ({ most }) => `Ein Passkey hat einen Namen aus 1 bis ${most} sichtbaren Zeichen.`,
  'notification-malformed': ({ why }) => reason(why),
  'too-many-browsers': ({ most }) =>
    `${most} Browser dieses Kontos werden benachrichtigt; schalten Sie zuerst einen aus.`,
  'not-notified': () => 'Dieser Browser wird nicht benachrichtigt.',
  'push-failed': ({ why }) =>
    `Der Push-Dienst dieses Browsers hat die Nachricht nicht angenommen: ${reason(why)}.`,
  'too-many-passkeys': ({ most }) =>
    `Sie haben ${most} Passkeys, mehr kann ein Konto nicht haben; entfernen Sie erst einen.`,
  'no-such-passkey': () => 'Diesen Passkey haben Sie nicht.',
  'no-email': () => 'Diese Cloud sendet keine E-Mail.',
  'link-expired': () => 'Dieser Link ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen an.',
  'no-such-bridge': () => 'Diese Bridge haben Sie nicht.',
  'access-missing': ({ needed }) => missing[String(needed)] ?? missing.owner!,
  'access-malformed': () => 'Der Zugriff ist view, control oder manage.',
  'until-malformed': () =>
    'Der Zugriff endet zu einer Zeit in der Zukunft, innerhalb der nächsten zehn Jahre.',
  'until-later-than-own': () => 'Ihr eigener Zugriff endet vorher; wählen Sie ein früheres Ende.',
  'invited-already': () => 'Diese Adresse hat schon Zugriff auf das Haus oder ist eingeladen.',
  'guest-already': () => 'Sie haben schon Zugriff auf dieses Haus.',
  'owner-stays': () => 'Dieses Haus gehört Ihnen; geben Sie es stattdessen frei.',
  'too-many-members': ({ most }) =>
    `Ein Haus hat höchstens ${most} Gäste und Einladungen; entfernen Sie erst jemanden.`,
  'too-many-invitations': ({ most }) =>
    `Sie haben ${most} Einladungen, die noch niemand angenommen hat; ziehen Sie erst eine zurück.`,
  'too-many-houses': ({ most }) =>
    `Sie sind Gast in ${most} Häusern, mehr geht nicht; verlassen Sie erst eines.`,
  'no-such-member': () => 'Dieses Haus hat keinen solchen Gast und keine solche Einladung.',
  'no-such-invitation': () =>
    'Diese Einladung gibt es nicht: Sie wurde benutzt, zurückgezogen oder ist abgelaufen.',
  'name-malformed': ({ most }) => `Eine Bridge hat einen Namen aus 1 bis ${most} Zeichen.`,
  'code-unknown': () =>
    'Mit diesem Code wartet keine Bridge. Vergleichen Sie ihn Buchstabe für Buchstabe mit dem, den Ihre Bridge zeigt.',
  'code-expired': () => 'Dieser Code ist abgelaufen. Ihre Bridge zeigt einen neuen.',
  'code-used': () => 'Dieser Code wurde schon benutzt. Wenn Ihre Bridge noch wartet, zeigt sie einen neuen.',
  'too-many-streams': ({ most }) => `Dieses Konto hat schon ${most} Seiten von Häusern offen.`,
  'too-many-commands': ({ rate, seconds }) =>
    `Dieses Konto darf ${rate} Befehle in der Sekunde senden; es wurde nichts getan. Versuchen Sie es in ${seconds} s noch einmal.`,
  'too-many-reads': ({ rate, seconds }) =>
    `Dieses Konto liest mehr als ${rate}-mal in der Sekunde von seinen Bridges. Versuchen Sie es in ${seconds} s noch einmal.`,
  'bridge-cannot': ({ asked }) => cannot[String(asked)] ?? cannot.read!,
  'bridge-absent': ({ asked }) => (asked === 'read' ? absent : `${absent} ${undone}`),
  'bridge-unreachable': ({ asked }) => (asked === 'read' ? unreachable : `${unreachable} ${undone}`),
  'bridge-silent': ({ asked, within }) =>
    `Die Bridge antwortete nicht innerhalb von ${within} s.${asked === 'read' ? '' : ' Ob es getan wurde, ist nicht bekannt.'}`,
  'no-such-app': () => 'Diese App haben Sie nicht.',
  'app-malformed': ({ reason, most }) => appReasons[String(reason)]?.(most) ?? `${reason}`,
  'no-such-endpoint': () => 'Die App hat keinen solchen Endpunkt.',
  'no-such-delivery': () => 'Dieser Versuch steht nicht im Protokoll, oder nicht mehr.',
  'filter-malformed': ({ member, most }) => filterReasons[String(member)]?.(most) ?? `${member}`,
  'too-many-resends': ({ most, pause, seconds }) =>
    `Dieses Konto darf ${most}-mal viele Nachrichten auf einmal erneut senden und danach einmal in ${pause} s; es wurde nichts gesendet. Versuchen Sie es in ${seconds} s noch einmal.`,
  'no-such-component': () => 'Keines Ihrer Häuser hat diese Komponente.',
  'event-types-malformed': () =>
    'Wählen Sie mindestens eine Ereignisart: component, sync oder beide, jede einmal.',
  'endpoint-disabled': () => 'Der Endpunkt ist abgeschaltet; schalten Sie ihn zuerst ein.',
  'too-many-endpoints': ({ most }) =>
    `Die App hat schon ${most} Endpunkte, mehr kann sie nicht haben; löschen Sie einen.`,
  'url-malformed': () => 'Das ist keine URL.',
  'url-too-long': ({ most }) => `Die URL hat mehr als ${most} Zeichen.`,
  'url-not-https': () =>
    'Die URL muss mit https:// beginnen, damit niemand die Änderungen unterwegs lesen kann.',
  'url-with-credentials': () =>
    'Die URL enthält Benutzernamen oder Passwort. Entfernen Sie das; Nachrichten sind stattdessen signiert.',
  'url-with-fragment': () => 'Die URL enthält einen Teil nach #, der nie gesendet wird. Entfernen Sie ihn.',
  'address-forbidden': ({ host, range }) =>
    `An ${host} werden keine Nachrichten gesendet (${range}); geben Sie eine Adresse an, die aus dem Internet erreichbar ist.`,
  'no-clock': () => 'Es gibt kein simuliertes Haus, das schneller laufen könnte.',
  'other-site': () => 'Diese Anfrage kam von einer anderen Website.',
  'pace-malformed': ({ paces }) => `Das Tempo ist eines von ${paces}.`,
  unreachable: ({ asked }) =>
    asked === 'change'
      ? 'Die Cloud antwortet nicht; die Änderung wurde vielleicht gemacht, vielleicht nicht.'
      : 'Die Cloud antwortet nicht.',
  unknown: ({ status }) => `Die Cloud antwortete mit Status ${status}.`,
};

export const cloudRefusal: Translation<typeof original> = { sentence: toCloudSentence(sentences) };
