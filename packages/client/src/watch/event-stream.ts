/** One message of a stream of server-sent events. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
}

/** Maximum length of one message in characters: more than the components of any bridge need. */
const maxMessage = 16_777_216;

/**
 * Creates a reader of messages from the chunks of a stream, which may be split at any position (WHATWG HTML, 9.2.6).
 * Skips comments. Throws a `RangeError` if a message exceeds the maximum length.
 */
export function createMessageReader(): (text: string) => readonly StreamMessage[] {
  /** The line that is not complete yet, and the carriage return that may be half of its end. */
  let rest = '';
  let held = '';
  let event = '';
  let data: string[] = [];
  let dataLength = 0;

  const readLine = (line: string): StreamMessage | undefined => {
    if (line === '') {
      const message = data.length === 0 ? undefined : { event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      dataLength = 0;
      return message;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') {
      data.push(value);
      // The line break is counted too, because even an empty data line takes memory.
      dataLength += value.length + 1;
    }
    return undefined;
  };

  return (text) => {
    // Only the new text is searched, because a line may arrive in very many pieces.
    const lines = (held + text).split(/\r\n|\n|\r(?!$)/);
    const last = lines.pop()!;
    held = last.endsWith('\r') ? '\r' : '';
    const more = last.slice(0, last.length - held.length);
    if (lines.length === 0) rest += more;
    else {
      lines[0] = rest + lines[0];
      rest = more;
    }
    const messages = lines.map(readLine).filter((message) => message !== undefined);
    if (rest.length + dataLength > maxMessage) throw new RangeError('a message of the stream does not end');
    return messages;
  };
}
