/** What an owner may allow others in a house, each with what those before it allow: to look, to send commands, to invite and remove others. */
export const rights = ['view', 'control', 'manage'] as const;
export type Right = (typeof rights)[number];

/** What an account may do with a bridge: a right, or everything. */
export const accesses = [...rights, 'owner'] as const;
export type Access = (typeof accesses)[number];

/** Whether an access is enough for what needs another. */
export const includesAccess = (access: Access, needed: Access): boolean =>
  accesses.indexOf(access) >= accesses.indexOf(needed);

/**
 * What a bridge lets its cloud change besides commands, by the path that it has on the local network: what an account needs for
 * it.
 */
export const houseWrites: ReadonlyMap<string, Right> = new Map([
  ['/energy/tariff', 'manage'],
  ['/favourites/exceptions', 'control'],
  ['/favourites/exceptions/end', 'control'],
  ['/groups', 'manage'],
  ['/groups/remove', 'manage'],
  ['/time-zone', 'manage'],
]);

const day = 24 * 60 * 60_000;

/** How far a house can be shared; times in ms. */
export const sharingLimits = {
  /** Guests of a house, with those who are invited. */
  members: 20,
  /** Invitations of an account that wait to be accepted. */
  invitations: 50,
  /** Houses in which an account is a guest. */
  houses: 100,
  /** How long an invitation can be accepted. */
  invitationAge: 7 * day,
  /** How far ahead the end of an access may be. */
  maxAhead: 3_660 * day,
} as const;
