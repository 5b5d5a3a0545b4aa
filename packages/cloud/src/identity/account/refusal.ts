/** Why an account did not do what it was asked to, with the facts a sentence needs. */
export interface AccountRefusal {
  readonly code: AccountRefusalCode;
  readonly facts: Readonly<Record<string, number>>;
}

interface Row {
  readonly status: number;
  readonly sentence: (facts: AccountRefusal['facts']) => string;
}

/** `5 seconds`, `1 minute`, `12 minutes`. */
const duration = (seconds: number): string => {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** Each refusal, the HTTP status it is answered with, and its sentence for the person at the form. */
const accountRefusals = {
  'email-malformed': {
    status: 400,
    sentence: () => 'That is not an e-mail address; it looks like name@example.org.',
  },
  'email-taken': {
    status: 409,
    sentence: () => 'There is an account with this e-mail address already; sign in instead.',
  },
  'password-short': {
    status: 400,
    sentence: ({ least, given }) =>
      `A password has at least ${least} characters; this one has ${given}. A few words in a row are easy to remember.`,
  },
  'password-long': {
    status: 400,
    sentence: ({ most }) => `A password has at most ${most} bytes; this one is longer.`,
  },
  'password-is-email': {
    status: 400,
    sentence: () => 'The password is the e-mail address, which everybody would try first; choose another.',
  },
  'credentials-wrong': {
    status: 401,
    sentence: () => 'The e-mail address or the password is wrong.',
  },
  'password-wrong': {
    status: 403,
    sentence: () => 'The present password is wrong.',
  },
  'too-many-guesses': {
    status: 429,
    sentence: ({ seconds }) => `Too many attempts; try again in ${duration(seconds!)}.`,
  },
  'not-signed-in': {
    status: 401,
    sentence: () => 'Sign in first.',
  },
  'form-stale': {
    status: 403,
    sentence: () => 'This form is out of date or came from another site; load the page again and repeat.',
  },
} satisfies Record<string, Row>;

export type AccountRefusalCode = keyof typeof accountRefusals;

/** What an account does: a value, or a refusal. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: AccountRefusal };

export const done = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });

export const refuse = (code: AccountRefusalCode, facts: AccountRefusal['facts'] = {}) =>
  ({ ok: false, refusal: { code, facts } }) as const;

/** The sentence of a refusal, for whoever sits at the form. */
export const toSentence = ({ code, facts }: AccountRefusal): string =>
  (accountRefusals[code] as Row).sentence(facts);

/** The HTTP status of a refusal. */
export const toStatus = ({ code }: AccountRefusal): number => accountRefusals[code].status;
