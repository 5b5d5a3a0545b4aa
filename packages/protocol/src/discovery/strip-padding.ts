/** The padding in text from real devices: NUL, 0xFF, and 0xFF as a UTF-8 decoder returns it. */
const padding = /[\0\u00ff\ufffd]/;

/** Returns the text of a datagram, one character per byte, without the padding that real devices append. */
export function stripPadding(datagram: string | Uint8Array): string {
  const text =
    typeof datagram === 'string'
      ? datagram
      : Array.from(datagram, (byte) => String.fromCharCode(byte)).join('');
  const end = text.search(padding);
  return (end === -1 ? text : text.slice(0, end)).trim();
}
