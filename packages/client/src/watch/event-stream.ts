/** One message of a stream of server-sent events. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
}

/** Characters of one message: more than the components of any bridge. */
const maxMessage = 16_777_216;

/**
 * Reads messages from chunks of a stream, wherever they are split (WHATWG HTML, 9.2.6). Comments are skipped. Throws a
 * `RangeError` where a message does not end.
 */
export const createMessageReader = (): ((text: string) => readonly StreamMessage[]) => {
  let rest = '';
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
      // An empty line of data takes memory too.
      dataLength += value.length + 1;
    }
    return undefined;
  };

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    const messages = lines.map(readLine).filter((message) => message !== undefined);
    if (rest.length + dataLength > maxMessage) throw new RangeError('a message of the stream does not end');
    return messages;
  };
};
