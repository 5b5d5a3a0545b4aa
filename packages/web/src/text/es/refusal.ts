import { type Degrees, type Refusal, refusalText, toShort } from '@plenum/protocol/refusal';
import { defined } from '../defined.ts';
import { numbersOf, wordsOf } from '../refusal-numbers.ts';
import { reasonWriter } from '../refusal-reasons.ts';
import { reasonTexts } from './reasons.ts';

/** A word of a definition. */
const word = (of: unknown) => defined(String(of));

const { subject, reason } = reasonWriter(reasonTexts);

const toSentence = refusalText({
  'too-large': ({ facts }) => `El contenido supera ${facts.most} bytes.`,
  malformed: ({ facts }) => `El contenido no es JSON: ${facts.why}.`,
  'not-utf8': () => 'El contenido no es UTF-8 válido.',
  'too-deep': ({ facts }) => `El contenido está anidado a más de ${facts.most} niveles.`,
  'duplicate-key': () => 'El contenido tiene dos veces la misma clave.',
  'not-an-object': ({ facts }) => `El contenido no es un objeto JSON con ${word(facts.expected)}.`,
  'unknown-command': ({ input, facts }) =>
    facts.nearest === undefined
      ? `No existe la orden ${toShort(input)}.`
      : `No existe la orden ${toShort(input)}; ¿quería decir ${facts.nearest}?`,
  'unknown-intervention': ({ input, facts }) =>
    facts.nearest === undefined
      ? `La simulación no tiene ${toShort(input)}.`
      : `La simulación no tiene ${toShort(input)}; ¿quería decir ${facts.nearest}?`,
  'wrong-path': ({ input, facts }) => `La orden ${input} se envía a ${facts.expected}, no aquí.`,
  'one-command': ({ facts }) => `Un contenido lleva exactamente una orden; este tiene ${facts.count} claves.`,
  'several-queries': ({ facts }) =>
    `Un cuerpo lleva exactamente una consulta; este tiene ${wordsOf(facts.keys)}.`,
  'unknown-query': ({ input, facts }) =>
    `No existe una consulta de Type ${toShort(input)}; puede ser ${wordsOf(facts.choices)}.`,
  'unknown-key': ({ input, facts }) =>
    `No existe la clave ${toShort(input)}; las claves son ${wordsOf(facts.keys)}.`,
  'missing-key': ({ facts }) => `Falta la clave ${facts.key}.`,
  'twice-named': ({ facts }) => `${wordsOf(facts.keys)} son dos grafías de una clave; envíe una.`,
  'wrong-type': ({ input, facts }) => `${toShort(input)} no vale; se espera: ${word(facts.expected)}.`,
  'not-whole': ({ input, facts }) =>
    typeof facts.scale === 'number' && facts.scale > 1
      ? `${toShort(input)} no es un número entero; los ${word(facts.unit)} se envían multiplicados por ${facts.scale}.`
      : `${toShort(input)} no es un número entero.`,
  'too-low': (refused) => {
    const { value, min } = numbersOf(refused, word);
    return `${value} está por debajo del mínimo, ${min}.`;
  },
  'too-high': (refused) => {
    const { value, max } = numbersOf(refused, word);
    return `${value} está por encima del máximo, ${max}.`;
  },
  'off-step': (refused) => {
    const { value, step, lower, upper } = numbersOf(refused, word);
    return `${value} no es múltiplo de ${step}; los más cercanos son ${lower} y ${upper}.`;
  },
  'not-a-time': ({ input, facts }) =>
    `${toShort(input)} no es una hora; de 0 a ${facts.max}, o ${facts.disabled} para ninguna.`,
  'no-such-index': ({ input, facts }) =>
    `No existe el índice ${toShort(input)} (${word(facts.noun)}); van de ${facts.min} a ${facts.max}.`,
  'not-a-choice': ({ input, facts }) =>
    `${toShort(input)} no es una opción; puede ser ${wordsOf(facts.choices)}.`,
  'name-too-long': ({ facts }) => `El nombre ocupa ${facts.length} bytes; como máximo ${facts.bytes}.`,
  'name-not-text': () => 'El nombre tiene caracteres de control o un carácter incompleto.',
  'too-few': ({ facts }) => `Hay ${facts.length} entradas; como mínimo ${facts.min}.`,
  'too-many': ({ facts }) => `Hay ${facts.length} entradas; como máximo ${facts.max}.`,
  'unusable-word': ({ input, facts }) => `${toShort(input)} no sirve (${subject(facts)}): ${reason(facts)}.`,
  'wrong-file': ({ facts }) => `${facts.file}:${facts.line}:${facts.column}: ${facts.why}`,
  'not-installed': ({ facts }) =>
    facts.count === 0 || facts.count === undefined
      ? `No existe en esta casa: ${word(facts.noun)}.`
      : `No existe en esta casa: ${word(facts.noun)} ${facts.index}; hay ${facts.count}: ${facts.installed}.`,
  'no-unit-control': () => 'Este sistema solo controla zonas (SysType 210); no puede controlar la unidad.',
  'eco-lock': (refused) => {
    const { value, minReading, max } = numbersOf(refused, word);
    return `${value} está fuera de los límites de ahorro, de ${minReading} a ${max}.`;
  },
  'economy-crossed': (refused) => {
    const { min, max } = numbersOf(refused, word);
    return `La consigna mínima de ahorro, ${min}, superaría la máxima, ${max}.`;
  },
  'not-available': ({ facts }) => `No disponible: ${subject(facts)}. Motivo: ${reason(facts)}.`,
  'min-not-below-max': ({ facts }) =>
    `La apertura mínima ${facts.min} % no es menor que la máxima, ${facts.max} %.`,
  'min-above-max': ({ facts }) => `La apertura mínima ${facts.min} % superaría la máxima, ${facts.max} %.`,
  'without-effect': ({ facts }) => `Esto no cambiaría nada: ${reason(facts)}.`,
  'not-paired': ({ facts }) => `El split ${facts.index} no está vinculado.`,
  reserved: () => 'La unidad VRF 0 está reservada para el sistema por conductos.',
  'unused-favourite': ({ facts }) => `El favorito ${facts.index} está sin usar; póngale antes un nombre.`,
  'refused-behind': ({ facts }) => `El puente real lo rechazó: ${facts.why}.`,
  unconfirmed: ({ facts }) =>
    `El puente real no confirma que ${facts.command} se haya ejecutado: ${facts.why}.`,
  faulty: ({ facts }) => `${subject(facts)} no responde: ${reason(facts)}.`,
  'unknown-path': ({ input }) => `No hay nada en ${input}.`,
  'wrong-method': ({ facts }) => `${facts.path} solo acepta ${facts.method}.`,
  'malformed-request': ({ facts }) => `Esto no es una petición HTTP: ${reason(facts)}.`,
  'foreign-host': ({ input }) =>
    `${toShort(input)} no es un nombre de este puente; use su dirección o permita el nombre.`,
  'foreign-origin': ({ input }) => `Una página de ${toShort(input)} no puede usar este puente.`,
  'key-required': () => 'Este puente exige su clave de acceso: Authorization: Bearer KEY.',
  'installer-only': ({ input }) =>
    `${toShort(input)} es cosa del instalador: sin clave de instalador, este puente solo lo acepta directamente desde su propia máquina.`,
  'too-many-keys': ({ facts }) =>
    `Desde esta dirección llegaron demasiadas claves incorrectas; vuelva a intentarlo en ${facts.wait} s.`,
  'installer-key-required': ({ input }) =>
    `${toShort(input)} es cosa del instalador: envíe la clave de instalador de este puente, Plenum-Installer-Key: KEY.`,
  'read-only': () => 'Este puente es de solo lectura.',
  'garage-not-allowed': () =>
    'Una puerta de garaje solo la mueven por la nube su dueño y las aplicaciones a las que él lo permitió.',
  'local-only': ({ input }) => `${toShort(input)} solo se acepta en la red local.`,
  'wrong-component': ({ input, facts }) =>
    `${toShort(input)} va dirigido a ${wordsOf(facts.components)}, no a este componente.`,
  'too-late': () => 'La orden llegó después de su plazo y no se ejecutó.',
  'not-wanted': () => 'Ya nadie esperaba la orden; no se ejecutó.',
  'too-many-controls': ({ facts }) => `Ya hay ${facts.most} órdenes en curso; esta no se ejecutó.`,
  'not-stored': ({ facts }) => `El puente no pudo guardar la orden: ${reason(facts)}.`,
  unreachable: ({ facts }) => `El puente real no responde: ${facts.why}.`,
  stale: ({ facts }) =>
    `No se ha podido leer el puente real desde hace ${facts.seconds} s; lo que mostraba es demasiado antiguo.`,
  'busy-behind': ({ facts }) =>
    `El puente real sigue ocupado: ${reason(facts)}. Inténtelo de nuevo en unos segundos.`,
  'answer-too-large': ({ facts }) =>
    `La respuesta superaría ${facts.most} bytes que pasan por la nube; pida un periodo más corto, pasos más largos o menos series.`,
  internal: () => 'El puente ha fallado; vea su registro.',
});

/** The texts of refusals, beside those of the catalogue. */
export const refusals = {
  refusal: {
    sentence: ({ refusal, degrees }: { refusal: Refusal; degrees?: Degrees }) => toSentence(refusal, degrees),
  },
  reason: { text: reason },
};
