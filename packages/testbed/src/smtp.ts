import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An e-mail as accepted by an SMTP server. */
interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** An SMTP server with one user that accepts every e-mail, unless configured otherwise. */
export interface SmtpReceiver extends AsyncDisposable {
  /** The server's URL with the credentials of the user. */
  readonly url: string;
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Number of connections so far. */
  readonly connections: number;
  /** Returns the SMTP status for a recipient, such as 450 or 550; `undefined` accepts the e-mail. */
  answer: (recipient: string) => number | undefined;
  /** Resolves to e-mail number `count`, counted from 1. */
  came(count: number): Promise<ReceivedMail>;
}

const user = { name: 'plenum@example.org', password: 'p@ss/word' } as const;

const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const read = (source: string): Pick<ReceivedMail, 'headers' | 'text'> => {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = source.slice(end + 4);
  const isEncoded = headers['content-transfer-encoding'] === 'quoted-printable';
  return { headers, text: (isEncoded ? fromQuotedPrintable(body) : body).replaceAll('\r\n', '\n') };
};

/** Starts a real SMTP server on a free port or on the given port. */
export async function startSmtpReceiver(port = 0): Promise<SmtpReceiver> {
  let connections = 0;
  let waiting: { count: number; resolve: (mail: ReceivedMail) => void }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect: (_, done) => {
      connections++;
      done();
    },
    onAuth: ({ username, password }, _, done) =>
      username === user.name && password === user.password
        ? done(null, { user: username })
        : done(new Error('unknown user')),
    onRcptTo: ({ address }, _, done) => {
      const responseCode = receiver.answer(address);
      done(responseCode === undefined ? null : Object.assign(new Error('not now'), { responseCode }));
    },
    onData: async (stream, { envelope }, done) => {
      const source = await text(stream).catch(() => undefined);
      // A sender that ends in the middle of a message has not sent it.
      if (source === undefined) return;
      const to = envelope.rcptTo.map(({ address }) => address);
      const mail = { from: envelope.mailFrom ? envelope.mailFrom.address : '', to, ...read(source) };
      receiver.mails.push(mail);
      done();
      const { length } = receiver.mails;
      for (const { count, resolve } of waiting) if (count <= length) resolve(receiver.mails[count - 1]!);
      waiting = waiting.filter(({ count }) => count > length);
    },
  });
  // A killed sender breaks its connection.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: listening } = server.server.address() as { port: number };
  const receiver: SmtpReceiver = {
    url: `smtp://${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@127.0.0.1:${listening}`,
    port: listening,
    mails: [],
    get connections() {
      return connections;
    },
    answer: () => undefined,
    came: (count) =>
      receiver.mails.length >= count
        ? Promise.resolve(receiver.mails[count - 1]!)
        : new Promise((resolve) => void waiting.push({ count, resolve })),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return receiver;
}
