import { createFakeClock } from '@plenum/platform/fake-clock';
import { type SmtpReceiver, startSmtpReceiver } from '@plenum/testbed/smtp';
import type { TestEngine } from '../../../fixture/with-store.fixture.ts';
import { createEncryption } from '../../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../../kernel/crypto/random.ts';
import { openStore } from '../../../kernel/database/store.ts';
import type { Log } from '../../../kernel/log/log.ts';
import { openMailer } from '../../mail/smtp.ts';
import { leastCost } from '../accounts.fixture.ts';
import { createAccounts } from '../accounts.ts';
import { startAccountMail } from './account-mail.ts';

export const cloudUrl = 'https://cloud.example.org';

/** Collects log lines as text. */
const createLogText = () => {
  const lines: string[] = [];
  const write = (facts: object, sentence: string) => void lines.push(JSON.stringify({ sentence, ...facts }));
  const log: Log = { info: write, warn: write, error: write };
  return { log, lines };
};

/** An empty store with accounts that send e-mail to a test server, and a fake clock. */
export async function startWithMail(engine: TestEngine) {
  const stack = new AsyncDisposableStack();
  const clock = createFakeClock();
  const { place } = stack.use(await engine.createPlace());
  const store = stack.use(await openStore(place));
  const smtp: SmtpReceiver = stack.use(await startSmtpReceiver());
  const { log, lines } = createLogText();
  const startNode = () => {
    const mailer = openMailer({ url: smtp.url, from: 'Plenum <plenum@example.org>' });
    return startAccountMail({ store, mailer, publicUrl: cloudUrl, clock, log });
  };
  const mail = startNode();
  stack.use(mail);
  const encryption = createEncryption([systemRandom.bytes(32)], systemRandom);
  const accounts = createAccounts(store, clock, { cost: leastCost, mail, encryption });
  /** Makes the sender check the outbox. Resolves to the e-mail with the given number, counted from the first. */
  const sent = (count: number) => {
    clock.advance(1_000);
    return smtp.came(count);
  };
  return {
    clock,
    store,
    smtp,
    mail,
    accounts,
    lines,
    startNode,
    sent,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Extracts the secret of the link in a text. */
export function secretIn(text: string): string {
  const [, secret] = /#\/[a-z-]+\/([\w-]{43})\n/.exec(text) ?? [];
  if (secret === undefined) throw new Error(`no link in ${text}`);
  return secret;
}
