/**
 * The rights that an owner can grant guests of a house, each including those before it: to look, to send commands, to
 * invite and remove others.
 */
export const rights = ['view', 'control', 'manage'] as const;
export type Right = (typeof rights)[number];

/** The access of an account to a bridge: one of the rights, or `owner` for everything. */
export const accesses = [...rights, 'owner'] as const;
export type Access = (typeof accesses)[number];

/** True if an access includes the required one. */
export const includesAccess = (access: Access, needed: Access): boolean =>
  accesses.indexOf(access) >= accesses.indexOf(needed);

/**
 * The paths for changes through a cloud, except commands, with the right that an account needs. They are the same as on
 * the local network.
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

/** The limits of sharing a house; times in ms. */
export const sharingLimits = {
  /** Guests of a house, including people invited. */
  members: 20,
  /** Pending invitations of an account. */
  invitations: 50,
  /** Houses in which an account is a guest. */
  houses: 100,
  /** The time for which an invitation is valid. */
  invitationAge: 7 * day,
  /** Maximum time until an access ends. */
  maxAhead: 3_660 * day,
} as const;
