import { type CloudRefusals, toCloudSentence } from '../cloud-refusals.ts';
import type { cloudRefusal as original } from '../en/cloudRefusal.ts';
import type { Formatter, Translation } from '../formatter.ts';
import { reason } from './reasons.ts';

const duration = (of: unknown, format: Formatter): string => {
  const seconds = Number(of);
  return seconds < 60
    ? format.plural(seconds, { one: 'un segundo', other: `${seconds} segundos` })
    : format.plural(Math.ceil(seconds / 60), {
        one: 'un minuto',
        other: `${Math.ceil(seconds / 60)} minutos`,
      });
};

const weaknesses: Readonly<Record<string, (least: unknown) => string>> = {
  'few-characters': (least) => `tiene menos de ${least} caracteres distintos`,
  common: () => 'es una contraseña frecuente, o una palabra frecuente con poco alrededor',
  repeated: () => 'repite la misma parte',
  row: () => 'sus caracteres van en orden',
};

const appReasons: Readonly<Record<string, (most: unknown) => string>> = {
  name: (most) => `Una aplicación tiene un nombre de 1 a ${most} caracteres visibles.`,
  count: (most) => `Tiene ${most} aplicaciones; elimine una primero.`,
  uris: (most) => `Una aplicación tiene como máximo ${most} URI de redirección; quite una primero.`,
  registered: () => 'La aplicación ya tiene esta URI de redirección.',
  last: () => 'Una aplicación tiene al menos una URI de redirección; añada otra primero.',
  uri: () => 'La URI de redirección no es una URI; una es así: https://example.org/callback.',
  fragment: () => 'Una URI de redirección no tiene fragmento (#...).',
  wildcard: () => 'Una URI de redirección es una sola dirección; no se permiten comodines.',
  credentials: () => 'Una URI de redirección no lleva usuario ni contraseña.',
  host: () => 'El host de una URI de redirección se escribe con letras, cifras, puntos y guiones.',
  scheme: () =>
    'Una URI de redirección empieza por https://, por http:// hacia este mismo equipo (127.0.0.1, ::1, localhost) o por un esquema propio como com.example.app:.',
};

const filterReasons: Readonly<Record<string, (most: unknown) => string>> = {
  result: () => 'El resultado es delivered, failed o no-response.',
  kind: () => 'El tipo es component, sync o test.',
  search: (most) => `Una búsqueda tiene como máximo ${most} caracteres.`,
  from: () => 'La hora más temprana va en milisegundos desde 1970-01-01 UTC.',
  to: () => 'La hora más tardía va en milisegundos desde 1970-01-01 UTC.',
};

const missing: Readonly<Record<string, string>> = {
  control: 'Puede ver esta casa, pero no controlarla.',
  manage: 'Solo puede hacerlo quien es dueño de esta casa o quien puede administrarla.',
  owner: 'Solo puede hacerlo quien es dueño de esta casa.',
};

const cannot: Readonly<Record<string, string>> = {
  read: 'Este puente no puede enviar su historial por la nube: su versión es demasiado antigua. Está en su propia página, en casa.',
  write:
    'Esto no se puede cambiar por la nube: la versión del puente es demasiado antigua. Cámbielo en su propia página, en casa.',
};

const absent = 'El puente no está conectado.';
const unreachable = 'En este momento no se puede llegar al puente desde aquí.';
const undone = 'No se hizo nada.';

const sentences: CloudRefusals = {
  'not-signed-in': () => 'Primero inicie sesión.',
  'form-stale': () =>
    'Este formulario está anticuado o vino de otro sitio; recargue la página e inténtelo de nuevo.',
  'email-malformed': () => 'Eso no es una dirección de correo; una es así: name@example.org.',
  'email-taken': () => 'Ya existe una cuenta con esta dirección de correo; inicie sesión con ella.',
  'password-short': ({ least, given }) =>
    `Una contraseña tiene al menos ${least} caracteres; esta tiene ${given}. Unas palabras seguidas se recuerdan con facilidad.`,
  'password-long': ({ most }) => `Una contraseña tiene como máximo ${most} bytes; esta es más larga.`,
  'password-is-email': () =>
    'La contraseña es la dirección de correo, lo primero que cualquiera probaría; elija otra.',
  'password-weak': ({ weakness, least }) =>
    `Esta contraseña se adivina con facilidad: ${weaknesses[String(weakness)]?.(least) ?? weakness}. Use unas palabras seguidas que no tengan relación.`,
  'credentials-wrong': () => 'La dirección de correo o la contraseña es incorrecta.',
  'password-wrong': () => 'Esa no es su contraseña actual.',
  'too-many-guesses': ({ seconds }, format) =>
    `Demasiados intentos; inténtelo de nuevo dentro de ${duration(seconds, format)}.`,
  'too-many-requests': ({ of, rate, seconds }) =>
    `${of === 'address' ? 'Esta dirección de la red' : 'Esta cuenta'} puede hacer ${rate} peticiones por segundo; no se hizo nada. Inténtelo de nuevo dentro de ${seconds} s.`,
  'second-step-required': () =>
    'Escriba el código de su aplicación de autenticación o un código de recuperación.',
  'second-step-wrong': () =>
    'Este código es incorrecto, ha caducado o ya se usó. Escriba el que se muestra ahora.',
  'second-step-stale': () => 'Ha tardado demasiado. Escriba de nuevo su dirección de correo y su contraseña.',
  'codes-on': () => 'Ya hay una aplicación de autenticación configurada; quítela primero.',
  'codes-off': () => 'No hay ninguna aplicación de autenticación configurada.',
  'passkey-unusable': () =>
    'Esta clave de acceso no se puede usar aquí, o ha tardado demasiado. Inténtelo de nuevo o use su contraseña.',
  'passkey-name-malformed': ({ most }) =>
    `Una clave de acceso tiene un nombre de 1 a ${most} caracteres visibles.`,
  'notification-malformed': ({ why }) => reason(why),
  'too-many-browsers': ({ most }) =>
    `${most} navegadores de esta cuenta reciben notificaciones; desactive uno primero.`,
  'not-notified': () => 'Este navegador no recibe notificaciones.',
  'push-failed': ({ why }) => `El servicio push de este navegador no aceptó el mensaje: ${reason(why)}.`,
  'too-many-passkeys': ({ most }) =>
    `Tiene ${most} claves de acceso, el máximo de una cuenta; quite una primero.`,
  'no-such-passkey': () => 'No tiene esa clave de acceso.',
  'no-email': () => 'Esta nube no envía correo.',
  'link-expired': () => 'Este enlace ha caducado o ya se usó. Pida uno nuevo.',
  'no-such-bridge': () => 'No tiene ese puente.',
  'access-missing': ({ needed }) => missing[String(needed)] ?? missing.owner!,
  'access-malformed': () => 'El acceso es view, control o manage.',
  'until-malformed': () => 'El acceso termina en el futuro, dentro de los próximos diez años.',
  'until-later-than-own': () => 'Su propio acceso termina antes; elija un final más temprano.',
  'invited-already': () => 'Esta dirección ya tiene acceso a la casa o ya está invitada.',
  'guest-already': () => 'Ya tiene acceso a esta casa.',
  'owner-stays': () => 'Esta casa es suya; en lugar de eso, libérela.',
  'too-many-members': ({ most }) =>
    `Una casa tiene como máximo ${most} invitados e invitaciones; quite uno primero.`,
  'too-many-invitations': ({ most }) =>
    `Tiene ${most} invitaciones que nadie ha aceptado todavía; retire una primero.`,
  'too-many-houses': ({ most }) => `Es invitado en ${most} casas, el máximo posible; deje una primero.`,
  'no-such-member': () => 'Esta casa no tiene ese invitado ni esa invitación.',
  'no-such-invitation': () => 'No existe esa invitación: se usó, se retiró o ha caducado.',
  'name-malformed': ({ most }) => `Un puente tiene un nombre de 1 a ${most} caracteres.`,
  'code-unknown': () =>
    'Ningún puente espera con este código. Compárelo letra por letra con el que muestra su puente.',
  'code-expired': () => 'Este código ha caducado. Su puente muestra uno nuevo.',
  'code-used': () => 'Este código ya se ha usado. Si su puente sigue esperando, muestra uno nuevo.',
  'too-many-streams': ({ most }) => `Esta cuenta ya tiene ${most} páginas de casas abiertas.`,
  'too-many-commands': ({ rate, seconds }) =>
    `Esta cuenta puede enviar ${rate} órdenes por segundo; no se hizo nada. Inténtelo de nuevo dentro de ${seconds} s.`,
  'too-many-reads': ({ rate, seconds }) =>
    `Esta cuenta lee de sus puentes más de ${rate} veces por segundo. Inténtelo de nuevo dentro de ${seconds} s.`,
  'bridge-cannot': ({ asked }) => cannot[String(asked)] ?? cannot.read!,
  'bridge-absent': ({ asked }) => (asked === 'read' ? absent : `${absent} ${undone}`),
  'bridge-unreachable': ({ asked }) => (asked === 'read' ? unreachable : `${unreachable} ${undone}`),
  'bridge-silent': ({ asked, within }) =>
    `El puente no respondió en ${within} s.${asked === 'read' ? '' : ' No se sabe si se hizo.'}`,
  'no-such-app': () => 'No tiene esa aplicación.',
  'app-malformed': ({ reason, most }) => appReasons[String(reason)]?.(most) ?? `${reason}`,
  'no-such-endpoint': () => 'La aplicación no tiene ese endpoint.',
  'no-such-delivery': () => 'Este intento no está en el registro, o ya no.',
  'filter-malformed': ({ member, most }) => filterReasons[String(member)]?.(most) ?? `${member}`,
  'too-many-resends': ({ most, pause, seconds }) =>
    `Esta cuenta puede reenviar muchos mensajes a la vez ${most} veces, y después una vez cada ${pause} s; no se envió nada. Inténtelo de nuevo dentro de ${seconds} s.`,
  'no-such-component': () => 'Ninguna de sus casas tiene este componente.',
  'event-types-malformed': () =>
    'Elija al menos un tipo de evento: component, sync o ambos, cada uno una vez.',
  'endpoint-disabled': () => 'El endpoint está desactivado; actívelo primero.',
  'too-many-endpoints': ({ most }) => `La aplicación ya tiene ${most} endpoints, el máximo; elimine uno.`,
  'url-malformed': () => 'Esto no es una URL.',
  'url-too-long': ({ most }) => `La URL tiene más de ${most} caracteres.`,
  'url-not-https': () => 'La URL debe empezar por https:// para que nadie lea los cambios por el camino.',
  'url-with-credentials': () => 'La URL contiene usuario o contraseña. Quítelos; los mensajes van firmados.',
  'url-with-fragment': () => 'La URL contiene una parte con #, que nunca se envía. Quítela.',
  'address-forbidden': ({ host, range }) =>
    `No se pueden enviar mensajes a ${host} (${range}); dé una dirección a la que se llegue desde internet.`,
  'no-clock': () => 'No hay ninguna casa simulada que acelerar.',
  'other-site': () => 'Esa petición la envió otro sitio.',
  'pace-malformed': ({ paces }) => `El ritmo es uno de ${paces}.`,
  unreachable: ({ asked }) =>
    asked === 'change'
      ? 'La nube no responde; puede que el cambio se haya hecho o que no.'
      : 'La nube no responde.',
  unknown: ({ status }) => `La nube respondió con el estado ${status}.`,
};

export const cloudRefusal: Translation<typeof original> = { sentence: toCloudSentence(sentences) };
