import type { Migration } from './migration.ts';

/**
 * Changes no table: when it was applied is when the first node was started that signs its messages to others
 * (`readUnsignedUntil`).
 */
export const signedMessages: Migration = { number: 14, name: 'signed-messages', sql: [] };
