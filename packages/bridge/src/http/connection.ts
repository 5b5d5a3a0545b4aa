/** Whether a request asks that its connection be kept: the token `keep-alive` among those of the header, and no `close`. */
export const asksToKeep = (connection: string | undefined): boolean => {
  if (connection === undefined) return false;
  if (connection === 'keep-alive') return true;
  const tokens = connection.split(',').map((token) => token.trim().toLowerCase());
  return tokens.includes('keep-alive') && !tokens.includes('close');
};
