/** One message of a stream of server-sent events. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
}

/** Reads messages from chunks of a stream, wherever they are split (WHATWG HTML, 9.2.6). Comments are skipped. */
export const createMessageReader = (): ((text: string) => readonly StreamMessage[]) => {
  let rest = '';
  let event = '';
  let data: string[] = [];

  const readLine = (line: string): StreamMessage | undefined => {
    if (line === '') {
      const message = data.length === 0 ? undefined : { event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      return message;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    return undefined;
  };

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    return lines.map(readLine).filter((message) => message !== undefined);
  };
};
