import { type Degrees, type Refusal, refusalText, toShort } from '@plenum/protocol/refusal';
import { defined } from '../defined.ts';
import { numbersOf, wordsOf } from '../refusal-numbers.ts';
import { reasonWriter } from '../refusal-reasons.ts';
import { reasonTexts } from './reasons.ts';

/** A word of a definition. */
const word = (of: unknown) => defined(String(of));

const { subject, reason } = reasonWriter(reasonTexts);

const toSentence = refusalText({
  'too-large': ({ facts }) => `Der Inhalt ist größer als ${facts.most} Byte.`,
  malformed: ({ facts }) => `Der Inhalt ist kein JSON: ${facts.why}.`,
  'not-utf8': () => 'Der Inhalt ist kein gültiges UTF-8.',
  'too-deep': ({ facts }) => `Der Inhalt ist tiefer als ${facts.most} Ebenen verschachtelt.`,
  'duplicate-key': () => 'Der Inhalt enthält denselben Schlüssel zweimal.',
  'not-an-object': ({ facts }) => `Der Inhalt ist kein JSON-Objekt mit ${word(facts.expected)}.`,
  'unknown-command': ({ input, facts }) =>
    facts.nearest === undefined
      ? `Es gibt keinen Befehl ${toShort(input)}.`
      : `Es gibt keinen Befehl ${toShort(input)}; meinten Sie ${facts.nearest}?`,
  'unknown-intervention': ({ input, facts }) =>
    facts.nearest === undefined
      ? `Die Simulation kennt ${toShort(input)} nicht.`
      : `Die Simulation kennt ${toShort(input)} nicht; meinten Sie ${facts.nearest}?`,
  'wrong-path': ({ input, facts }) =>
    `Der Befehl ${input} wird an ${facts.expected} gesendet, nicht hierher.`,
  'one-command': ({ facts }) => `Ein Inhalt enthält genau einen Befehl; dieser hat ${facts.count} Schlüssel.`,
  'several-queries': ({ facts }) =>
    `Ein Auftrag enthält genau eine Abfrage; dieser hat ${wordsOf(facts.keys)}.`,
  'unknown-query': ({ input, facts }) =>
    `Es gibt keine Abfrage mit Type ${toShort(input)}; möglich sind ${wordsOf(facts.choices)}.`,
  'unknown-key': ({ input, facts }) =>
    `Es gibt keinen Schlüssel ${toShort(input)}; möglich sind ${wordsOf(facts.keys)}.`,
  'missing-key': ({ facts }) => `Der Schlüssel ${facts.key} fehlt.`,
  'twice-named': ({ facts }) =>
    `${wordsOf(facts.keys)} sind zwei Schreibweisen eines Schlüssels; senden Sie eine.`,
  'wrong-type': ({ input, facts }) =>
    `${toShort(input)} ist nicht erlaubt; erwartet: ${word(facts.expected)}.`,
  'not-whole': ({ input, facts }) =>
    typeof facts.scale === 'number' && facts.scale > 1
      ? `${toShort(input)} ist keine ganze Zahl; ${word(facts.unit)} werden mit ${facts.scale} multipliziert gesendet.`
      : `${toShort(input)} ist keine ganze Zahl.`,
  'too-low': (refused) => {
    const { value, min } = numbersOf(refused, word);
    return `${value} liegt unter dem niedrigsten Wert, ${min}.`;
  },
  'too-high': (refused) => {
    const { value, max } = numbersOf(refused, word);
    return `${value} liegt über dem höchsten Wert, ${max}.`;
  },
  'off-step': (refused) => {
    const { value, step, lower, upper } = numbersOf(refused, word);
    return `${value} ist kein Vielfaches von ${step}; am nächsten sind ${lower} und ${upper}.`;
  },
  'not-a-time': ({ input, facts }) =>
    `${toShort(input)} ist keine Zeit; 0 bis ${facts.max}, oder ${facts.disabled} für keine.`,
  'no-such-index': ({ input, facts }) =>
    `Den Index ${toShort(input)} gibt es nicht (${word(facts.noun)}); möglich sind ${facts.min} bis ${facts.max}.`,
  'not-a-choice': ({ input, facts }) =>
    `${toShort(input)} steht nicht zur Wahl; möglich sind ${wordsOf(facts.choices)}.`,
  'name-too-long': ({ facts }) => `Der Name ist ${facts.length} Byte lang; höchstens ${facts.bytes}.`,
  'name-not-text': () => 'Der Name enthält Steuerzeichen oder ein unvollständiges Zeichen.',
  'too-few': ({ facts }) => `Es sind ${facts.length} Einträge; mindestens ${facts.min}.`,
  'too-many': ({ facts }) => `Es sind ${facts.length} Einträge; höchstens ${facts.max}.`,
  'unusable-word': ({ input, facts }) =>
    `${toShort(input)} ist nicht verwendbar (${subject(facts)}): ${reason(facts)}.`,
  'wrong-file': ({ facts }) => `${facts.file}:${facts.line}:${facts.column}: ${facts.why}`,
  'not-installed': ({ facts }) =>
    facts.count === 0 || facts.count === undefined
      ? `In diesem Haus nicht vorhanden: ${word(facts.noun)}.`
      : `In diesem Haus nicht vorhanden: ${word(facts.noun)} ${facts.index}; es gibt ${facts.count}: ${facts.installed}.`,
  'no-unit-control': () => 'Diese Anlage regelt nur Zonen (SysType 210); sie kann das Gerät nicht steuern.',
  'eco-lock': (refused) => {
    const { value, minReading, max } = numbersOf(refused, word);
    return `${value} liegt außerhalb der Sparsperre von ${minReading} bis ${max}.`;
  },
  'economy-crossed': (refused) => {
    const { min, max } = numbersOf(refused, word);
    return `Die untere Grenze der Sparsperre, ${min}, läge über der oberen, ${max}.`;
  },
  'not-available': ({ facts }) => `Nicht verfügbar: ${subject(facts)}. Grund: ${reason(facts)}.`,
  'min-not-below-max': ({ facts }) =>
    `Die kleinste Öffnung ${facts.min} % liegt nicht unter der größten, ${facts.max} %.`,
  'min-above-max': ({ facts }) =>
    `Die kleinste Öffnung ${facts.min} % läge über der größten, ${facts.max} %.`,
  'without-effect': ({ facts }) => `Das würde nichts ändern: ${reason(facts)}.`,
  'not-paired': ({ facts }) => `Das Split-Gerät ${facts.index} ist nicht gekoppelt.`,
  reserved: () => 'Das VRF-Gerät 0 ist der Anlage mit Luftkanälen vorbehalten.',
  'unused-favourite': ({ facts }) =>
    `Der Favorit ${facts.index} ist unbenutzt; geben Sie ihm zuerst einen Namen.`,
  'refused-behind': ({ facts }) => `Die echte Bridge hat abgelehnt: ${facts.why}.`,
  unconfirmed: ({ facts }) =>
    `Die echte Bridge bestätigt nicht, dass ${facts.command} ausgeführt wurde: ${facts.why}.`,
  faulty: ({ facts }) => `${subject(facts)} antwortet nicht: ${reason(facts)}.`,
  'unknown-path': ({ input }) => `Unter ${input} gibt es nichts.`,
  'wrong-method': ({ facts }) => `${facts.path} nimmt nur ${facts.method} an.`,
  'malformed-request': ({ facts }) => `Das ist keine HTTP-Anfrage: ${reason(facts)}.`,
  'foreign-host': ({ input }) =>
    `${toShort(input)} ist kein Name dieser Bridge; verwenden Sie ihre Adresse, oder erlauben Sie den Namen.`,
  'foreign-origin': ({ input }) => `Eine Seite von ${toShort(input)} darf diese Bridge nicht benutzen.`,
  'key-required': () => 'Diese Bridge verlangt ihren Zugriffsschlüssel: Authorization: Bearer KEY.',
  'installer-only': ({ input }) =>
    `${toShort(input)} ist Sache des Installateurs: Ohne Installateurschlüssel nimmt diese Bridge das nur direkt vom eigenen Rechner an.`,
  'too-many-keys': ({ facts }) =>
    `Von dieser Adresse kamen zu viele falsche Schlüssel; versuchen Sie es in ${facts.wait} s wieder.`,
  'installer-key-required': ({ input }) =>
    `${toShort(input)} ist Sache des Installateurs: Senden Sie den Installateurschlüssel dieser Bridge, Plenum-Installer-Key: KEY.`,
  'read-only': () => 'Diese Bridge lässt sich nur lesen.',
  'garage-not-allowed': () =>
    'Ein Garagentor bewegen über die Cloud nur der Eigentümer und Apps, denen er es erlaubt hat.',
  'local-only': ({ input }) => `${toShort(input)} wird nur im lokalen Netz angenommen.`,
  'wrong-component': ({ input, facts }) =>
    `${toShort(input)} geht an ${wordsOf(facts.components)}, nicht an diese Komponente.`,
  'too-late': () => 'Der Befehl kam nach seiner Frist an und wurde nicht ausgeführt.',
  'not-wanted': () => 'Auf den Befehl wartete niemand mehr; er wurde nicht ausgeführt.',
  'too-many-controls': ({ facts }) =>
    `${facts.most} Befehle sind schon in Arbeit; dieser wurde nicht ausgeführt.`,
  'not-stored': ({ facts }) => `Die Bridge konnte den Befehl nicht speichern: ${reason(facts)}.`,
  unreachable: ({ facts }) => `Die echte Bridge antwortet nicht: ${facts.why}.`,
  stale: ({ facts }) =>
    `Die echte Bridge war seit ${facts.seconds} s nicht zu lesen; was sie vorher zeigte, ist zu alt.`,
  'busy-behind': ({ facts }) =>
    `Die echte Bridge bleibt beschäftigt: ${reason(facts)}. Versuchen Sie es in einigen Sekunden erneut.`,
  'answer-too-large': ({ facts }) =>
    `Die Antwort wäre größer als ${facts.most} Byte für den Weg durch die Cloud; fragen Sie nach einer kürzeren Zeit, längeren Schritten oder weniger Reihen.`,
  internal: () => 'In der Bridge ist ein Fehler aufgetreten; siehe ihr Protokoll.',
});

/** The texts of refusals, beside those of the catalogue. */
export const refusals = {
  refusal: {
    sentence: ({ refusal, degrees }: { refusal: Refusal; degrees?: Degrees }) => toSentence(refusal, degrees),
  },
  reason: { text: reason },
};
