import { type RefusalEntry, type RefusalOf, refusalTable } from './refusal-table.ts';

/** Refusals of a URL to which messages are to be sent: that of an endpoint, or of a browser's push service. */
export const urlRefusals = {
  'url-malformed': { status: 400, sentence: () => 'This is not a URL.' },
  'url-too-long': {
    status: 400,
    sentence: ({ facts }) => `The URL is longer than ${facts.most} characters.`,
  },
  'url-not-https': {
    status: 400,
    sentence: () => 'The URL must begin with https:// so that nobody can read the changes in transit.',
  },
  'url-with-credentials': {
    status: 400,
    sentence: () => 'The URL contains a user name or password. Remove it; messages are signed instead.',
  },
  'url-with-fragment': {
    status: 400,
    sentence: () => 'The URL contains a # part, which is never sent. Remove it.',
  },
  'address-forbidden': {
    status: 400,
    sentence: ({ facts }) =>
      `Messages cannot be sent to ${facts.host} (${facts.range}); give an address that can be reached from the internet.`,
  },
} satisfies Readonly<Record<string, RefusalEntry>>;

export type UrlRefusalCode = keyof typeof urlRefusals;

/** The reason why messages cannot be sent to a URL, as data. */
export type UrlRefusal = RefusalOf<UrlRefusalCode>;

const table = refusalTable<UrlRefusalCode>(urlRefusals);

/** Refuses a URL. */
export const refuseUrl = table.refuse;

/** The sentence of the refusal of a URL. */
export const toUrlSentence = table.toSentence;
