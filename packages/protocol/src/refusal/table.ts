import { reasonText, subjectText } from './reasons.ts';
import type { RefusalEntry, RefusedInput } from './refusal-table.ts';
import { toQuantity, toReaderUnits, toReading, toShort, toStep } from './units.ts';

const words = (of: unknown) => (Array.isArray(of) ? of.join(', ') : String(of));
const quantity = ({ input, facts }: RefusedInput) => toQuantity(input as number, facts);

/** Lists the installed components of a kind: `its zones are 0, 1 and 2`. */
const installedOf = ({ noun, count, installed }: RefusedInput['facts']) =>
  count === 1
    ? `its only ${noun} is ${installed}`
    : `its ${noun}s are ${String(installed).replace(/, (?=[^,]*$)/, ' and ')}`;

/** All refusals by code. */
export const refusals = {
  // The body as text.
  'too-large': {
    status: 413,
    sentence: ({ facts }) => `The body is larger than ${facts.most} bytes.`,
  },
  'answer-too-large': {
    status: 413,
    sentence: ({ facts }) =>
      `The answer is larger than the ${facts.most} bytes that can be sent through the cloud. Ask for a shorter time, longer steps or fewer series.`,
  },
  malformed: { status: 400, sentence: ({ facts }) => `The body is not JSON: ${facts.why}.` },
  'not-utf8': { status: 400, sentence: () => 'The body is not valid UTF-8.' },
  'too-deep': {
    status: 400,
    sentence: ({ facts }) => `The body is nested deeper than ${facts.most} levels.`,
  },
  'duplicate-key': { status: 400, sentence: () => 'The body has the same key twice. Send each key once.' },
  'not-an-object': {
    status: 400,
    sentence: ({ facts }) => `The body is not a JSON object with ${facts.expected}.`,
  },

  // The shape of a request.
  'unknown-command': {
    status: 400,
    sentence: ({ input, facts }) =>
      facts.nearest === undefined
        ? `There is no command ${toShort(input)}.`
        : `There is no command ${toShort(input)}. Did you mean ${facts.nearest}?`,
  },
  // Clients recognize an unknown override by this code.
  'unknown-intervention': {
    status: 404,
    sentence: ({ input, facts }) =>
      facts.nearest === undefined
        ? `The simulation has no override ${toShort(input)}.`
        : `The simulation has no override ${toShort(input)}. Did you mean ${facts.nearest}?`,
  },
  'wrong-path': {
    status: 400,
    sentence: ({ input, facts }) => `The command ${input} must be sent to ${facts.expected}, not here.`,
  },
  'one-command': {
    status: 400,
    sentence: ({ facts }) => `A body must contain exactly one command; this one has ${facts.count} keys.`,
  },
  'several-queries': {
    status: 400,
    sentence: ({ facts }) => `A body must contain exactly one query; this one has ${words(facts.keys)}.`,
  },
  'unknown-query': {
    status: 400,
    sentence: ({ input, facts }) =>
      `There is no query of Type ${toShort(input)}. Use one of ${words(facts.choices)}.`,
  },
  'unknown-key': {
    status: 400,
    sentence: ({ input, facts }) => `There is no key ${toShort(input)}. Use one of ${words(facts.keys)}.`,
  },
  'missing-key': { status: 400, sentence: ({ facts }) => `The key ${facts.key} is missing.` },
  'twice-named': {
    status: 400,
    sentence: ({ facts }) => `${words(facts.keys)} are spellings of the same key. Send only one.`,
  },

  // One value.
  'wrong-type': {
    status: 400,
    sentence: ({ input, facts }) => `${toShort(input)} is not ${facts.expected}.`,
  },
  'not-whole': {
    status: 400,
    sentence: ({ input, facts }) =>
      typeof facts.scale === 'number' && facts.scale > 1
        ? `${toShort(input)} is not a whole number. Send ${facts.unit} multiplied by ${facts.scale}.`
        : `${toShort(input)} is not a whole number.`,
  },
  'too-low': {
    status: 400,
    sentence: (refusal) =>
      `${quantity(refusal)} is below the minimum of ${toQuantity(refusal.facts.min as number, refusal.facts)}.`,
  },
  'too-high': {
    status: 400,
    sentence: (refusal) =>
      `${quantity(refusal)} is above the maximum of ${toQuantity(refusal.facts.max as number, refusal.facts)}.`,
  },
  'off-step': {
    status: 400,
    sentence: (refusal) => {
      const { step, lower, upper, scale } = refusal.facts as Record<string, number>;
      const [below, above] = [lower!, upper!].map((wire) =>
        toReading(toReaderUnits(wire, refusal.facts), scale),
      );
      return `${quantity(refusal)} is not a multiple of ${toStep(step!, refusal.facts)}. Use ${below} or ${above}.`;
    },
  },
  'not-a-time': {
    status: 400,
    sentence: ({ input, facts }) =>
      `${toShort(input)} is not a time. Send 0 to ${facts.max}, or ${facts.disabled} for none.`,
  },
  'no-such-index': {
    status: 400,
    sentence: ({ input, facts }) =>
      `There is no ${facts.noun} ${toShort(input)}. Use ${facts.min} to ${facts.max}.`,
  },
  'not-a-choice': {
    status: 400,
    sentence: ({ input, facts }) => `${toShort(input)} is not one of ${words(facts.choices)}.`,
  },
  'name-too-long': {
    status: 400,
    sentence: ({ facts }) => `The name is ${facts.length} bytes long; it may have at most ${facts.bytes}.`,
  },
  'name-not-text': {
    status: 400,
    sentence: () => 'The name contains control characters or an incomplete character.',
  },
  'too-few': {
    status: 400,
    sentence: ({ facts }) => `There are ${facts.length} entries. Send at least ${facts.min}.`,
  },
  'too-many': {
    status: 400,
    sentence: ({ facts }) => `There are ${facts.length} entries. Send at most ${facts.max}.`,
  },

  'unusable-word': {
    status: 400,
    sentence: ({ input, facts }) =>
      `${toShort(input)} cannot be ${subjectText(facts)}: ${reasonText(facts)}.`,
  },

  'wrong-file': {
    status: 400,
    sentence: ({ facts }) => `${facts.file}:${facts.line}:${facts.column}: ${facts.why}`,
  },

  // The present state of the installation.
  'not-installed': {
    status: 409,
    sentence: ({ facts }) =>
      facts.count === 0 || facts.count === undefined
        ? `This house has no ${facts.noun}.`
        : `There is no ${facts.noun} ${facts.index} in this house; ${installedOf(facts)}.`,
  },
  'no-unit-control': {
    status: 409,
    sentence: () => 'This system controls only zones (SysType 210), not the unit.',
  },
  'eco-lock': {
    status: 409,
    sentence: (refusal) =>
      `${quantity(refusal)} is outside the economy limits ${toReading(toReaderUnits(refusal.facts.min as number, refusal.facts), 100)} to ${toQuantity(refusal.facts.max as number, refusal.facts)}.`,
  },
  'economy-crossed': {
    status: 409,
    sentence: ({ facts }) =>
      `The lowest economy setpoint, ${toQuantity(facts.min as number, facts)}, would be above the highest, ${toQuantity(facts.max as number, facts)}.`,
  },
  'not-available': {
    status: 409,
    sentence: ({ facts }) => `${subjectText(facts)} is not available: ${reasonText(facts)}.`,
  },
  'min-not-below-max': {
    status: 409,
    sentence: ({ facts }) =>
      `The lowest opening, ${facts.min} %, is not below the highest opening, ${facts.max} %.`,
  },
  'min-above-max': {
    status: 409,
    sentence: ({ facts }) =>
      `The lowest opening, ${facts.min} %, would be above the highest opening, ${facts.max} %.`,
  },
  'without-effect': {
    status: 409,
    sentence: ({ facts }) => `This would change nothing: ${reasonText(facts)}.`,
  },
  'not-paired': { status: 409, sentence: ({ facts }) => `Split ${facts.index} is not paired.` },
  reserved: { status: 409, sentence: () => 'VRF unit 0 is reserved for the ducted system.' },
  'unused-favourite': {
    status: 409,
    sentence: ({ facts }) => `Favourite ${facts.index} is unused. Give it a name first.`,
  },
  'refused-behind': {
    status: 409,
    sentence: ({ facts }) => `The real bridge refused the command: ${facts.why}.`,
  },
  unconfirmed: {
    status: 409,
    sentence: ({ facts }) => `The real bridge did not confirm ${facts.command}: ${facts.why}.`,
  },
  faulty: {
    status: 409,
    sentence: ({ facts }) => `${subjectText(facts)} does not respond: ${reasonText(facts)}.`,
  },

  'unusable-backup': {
    status: 409,
    sentence: ({ facts }) => `The backup cannot be used: ${reasonText(facts)}.`,
  },

  // The server.
  'unknown-path': { status: 404, sentence: ({ input }) => `There is nothing at ${input}.` },
  'wrong-method': { status: 405, sentence: ({ facts }) => `${facts.path} accepts only ${facts.method}.` },
  'malformed-request': {
    status: 400,
    sentence: ({ facts }) => `This is not a valid HTTP request: ${reasonText(facts)}.`,
  },
  'foreign-host': {
    status: 403,
    sentence: ({ input }) =>
      `${toShort(input)} is not a name of this bridge. Use its address, or allow the name.`,
  },
  'foreign-origin': {
    status: 403,
    sentence: ({ input }) => `Pages of ${toShort(input)} may not use this bridge.`,
  },
  'key-required': {
    status: 401,
    sentence: () => 'This bridge requires its access key: Authorization: Bearer KEY.',
  },
  'too-many-keys': {
    status: 429,
    sentence: ({ facts }) => `Too many wrong keys came from this address. Try again in ${facts.wait} s.`,
  },
  'installer-only': {
    status: 403,
    sentence: ({ input }) =>
      `${toShort(input)} is for installers. This bridge has no installer key, so it accepts this only directly from its own machine.`,
  },
  'installer-key-required': {
    status: 401,
    sentence: ({ input }) =>
      `${toShort(input)} is for installers. Send the installer key of this bridge: Plenum-Installer-Key: KEY.`,
  },
  'read-only': { status: 403, sentence: () => 'This bridge is read-only.' },
  'local-only': {
    status: 403,
    sentence: ({ input }) => `${toShort(input)} is accepted only on the local network.`,
  },
  'garage-not-allowed': {
    status: 403,
    sentence: () =>
      'Over the cloud, only the owner and apps that the owner has authorised can move a garage door.',
  },
  'wrong-component': {
    status: 400,
    sentence: ({ input, facts }) =>
      `${toShort(input)} must be addressed to ${words(facts.components)}, not to this component.`,
  },
  'too-late': {
    status: 503,
    sentence: () => 'The command arrived after its deadline and was not carried out.',
  },
  'not-wanted': {
    status: 503,
    sentence: () => 'The client no longer waited for the command, so it was not carried out.',
  },
  'too-many-controls': {
    status: 503,
    sentence: ({ facts }) =>
      `${facts.most} commands are already in progress, so this one was not carried out. Send it again when one of them is done.`,
  },
  'not-stored': {
    status: 503,
    sentence: ({ facts }) => `The bridge could not store the command: ${reasonText(facts)}.`,
  },
  unreachable: {
    status: 503,
    sentence: ({ facts }) => `The real bridge does not answer: ${facts.why}.`,
  },
  stale: {
    status: 503,
    sentence: ({ facts }) =>
      `The real bridge could not be read for ${facts.seconds} s, and its last values are too old.`,
  },
  'busy-behind': {
    status: 503,
    sentence: ({ facts }) => `The real bridge is busy: ${reasonText(facts)}. Try again in a few seconds.`,
  },
  internal: { status: 503, sentence: () => 'Something went wrong in the bridge. The cause is in its log.' },
} satisfies Record<string, RefusalEntry>;

/** The stable codes of all refusals. */
export type RefusalCode = keyof typeof refusals;
