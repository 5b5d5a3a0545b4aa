import { createTransport } from 'nodemailer';
import { cloudFailures } from '../../kernel/failure/failure.ts';
import { isLoopback } from '../../kernel/http/public-url.ts';

/** Configuration of the SMTP server. */
export interface SmtpConfig {
  /**
   * `smtp://user:password@host:587` (STARTTLS) or `smtps://...:465`, with percent-encoded credentials. Connections to
   * other machines are encrypted, unless the URL ends with `?requireTLS=false`.
   */
  readonly url: string;
  /** The sender: `Plenum <plenum@example.org>` or only the address. */
  readonly from: string;
}

/** One e-mail, in plain text. */
export interface Mail {
  /** Identifies the e-mail. It is the same for each attempt. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The result of an attempt: accepted by the server, refused permanently, or not possible now. */
type MailResult =
  | { readonly is: 'sent' }
  | { readonly is: 'refused' | 'failed'; readonly facts: MailFailure };

/** Facts about a failure for the log: the server, and its error without the texts that it sent. */
interface MailFailure {
  readonly server: string;
  readonly err: { readonly code: string; readonly responseCode?: string; readonly command?: string };
}

/** Sends e-mail through an SMTP server. */
export interface Mailer extends Disposable {
  send(mail: Mail): Promise<MailResult>;
  /** Signs in without sending anything; resolves to the reason if the server does not accept that. */
  verify(): Promise<string | undefined>;
}

/** Timeout in ms for each step of an SMTP session. */
const timeout = 15_000;

/** Matches a sender, with or without a display name (RFC 5322, 3.4), and captures its address. */
const senderForm = /^(?:[^<>@\r\n]*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/;

const readUrl = (url: string): URL => {
  const parsed = URL.parse(url);
  const isSmtp = parsed !== null && /^smtps?:$/.test(parsed.protocol) && parsed.hostname !== '';
  const isPlain =
    isSmtp && /^\/?$/.test(parsed.pathname) && /^(\?requireTLS=(true|false))?$/.test(parsed.search);
  if (!isPlain || parsed.hash !== '') throw cloudFailures.error('smtp-url-malformed');
  return parsed;
};

const decode = (credential: string): string => {
  try {
    return decodeURIComponent(credential);
  } catch {
    throw cloudFailures.error('smtp-url-malformed');
  }
};

const toOptions = (url: URL) => {
  const isSecure = url.protocol === 'smtps:';
  const { username, password } = url;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    requireTLS: !isSecure && url.search !== '?requireTLS=false' && !isLoopback(url),
    ...(username !== '' && {
      auth: { user: decode(username), pass: decode(password) },
    }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
    pool: true as const,
    maxConnections: 2,
  };
};

/**
 * True if the server refused this message (RFC 5321, 4.2.1) because of its recipient or content, and not because of the
 * login.
 */
const isRefusal = ({ code, responseCode = 0 }: { code?: string; responseCode?: number }): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;

/**
 * Creates a mailer without connecting. Throws an error of `cloudFailures` for a malformed URL or sender. Its message
 * never contains the URL, because that contains a password.
 */
export function openMailer({ url, from }: SmtpConfig): Mailer {
  const sender = senderForm.exec(from.trim());
  if (sender === null) throw cloudFailures.error('smtp-from-malformed', { from });
  const host = (sender[1] ?? sender[2])!.split('@')[1];
  const server = readUrl(url);
  const transport = createTransport(toOptions(server));
  return {
    send: async ({ id, to, subject, text }) => {
      try {
        const headers = { 'Auto-Submitted': 'auto-generated' };
        // Passed as an object, because a string would be parsed and a comma in it would add a second recipient.
        const recipient = { name: '', address: to };
        await transport.sendMail({
          from,
          to: recipient,
          subject,
          text,
          headers,
          messageId: `<${id}@${host}>`,
        });
        return { is: 'sent' };
      } catch (error) {
        const { code = 'unknown', responseCode, command } = error as Record<string, string | undefined>;
        const err = { code, ...(responseCode && { responseCode }), ...(command && { command }) };
        return {
          is: isRefusal(error as object) ? 'refused' : 'failed',
          facts: { server: server.host, err },
        };
      }
    },
    verify: async () => {
      try {
        await transport.verify();
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },
    [Symbol.dispose]: () => transport.close(),
  };
}
