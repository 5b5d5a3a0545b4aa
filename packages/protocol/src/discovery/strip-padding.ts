/** The padding of real devices in their text: NUL, 0xFF, and 0xFF as a decoder of UTF-8 shows it. */
const padding = /[\0\u00ff\ufffd]/;

/** Text of a datagram, a byte a character, up to the padding real devices put behind it. */
export const stripPadding = (datagram: string | Uint8Array): string => {
  const text =
    typeof datagram === 'string'
      ? datagram
      : Array.from(datagram, (byte) => String.fromCharCode(byte)).join('');
  const end = text.search(padding);
  return (end === -1 ? text : text.slice(0, end)).trim();
};
