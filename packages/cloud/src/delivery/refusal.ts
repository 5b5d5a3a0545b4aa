type Facts = Readonly<Record<string, string | number>>;

/** Why something of a developer's is refused, by stable code. */
const sentences = {
  'url-malformed': () => 'This is no URL.',
  'url-too-long': ({ most }: Facts) => `The URL is longer than ${most} characters.`,
  'url-not-https': () => 'The URL must begin with https:// so that nobody reads the changes on their way.',
  'url-with-credentials': () =>
    'The URL holds a user name or password; messages are signed instead. Leave it out.',
  'url-with-fragment': () => 'The URL holds a # part, which is never sent. Leave it out.',
  'address-forbidden': ({ host, range }: Facts) =>
    `Nothing is sent to ${host} (${range}); name an address that is reached from the internet.`,
  'too-many-endpoints': ({ most }: Facts) =>
    `The app has ${most} endpoints already, the most it can have; delete one.`,
  'no-such-app': () => 'There is no such app.',
  'no-such-endpoint': () => 'The app has no such endpoint.',
  'no-such-delivery': () => 'The log has no such attempt, or has it no more.',
  'endpoint-disabled': () => 'The endpoint is disabled; enable it first.',
} satisfies Record<string, (facts: Facts) => string>;

export type EventRefusalCode = keyof typeof sentences;

/** Why something was not done: data, of which `toEventSentence` makes a sentence. */
export interface EventRefusal {
  readonly code: EventRefusalCode;
  readonly path: string;
  readonly input: string;
  readonly facts: Facts;
}

export const refuse = (
  code: EventRefusalCode,
  { path, input, facts = {} }: { path: string; input: string; facts?: Facts },
): { readonly refusal: EventRefusal } => ({ refusal: { code, path, input, facts } });

export const toEventSentence = ({ code, facts }: EventRefusal): string => sentences[code](facts);
