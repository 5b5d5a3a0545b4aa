import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freePort } from '@plenum/testbed/free-port';
import { startSmtpReceiver } from '@plenum/testbed/smtp';
import { cloudFailures } from '../../kernel/failure/failure.ts';
import { openMailer } from './smtp.ts';

const from = 'Plenum <plenum@example.org>';
const mail = {
  id: 'a1',
  to: 'anna@example.org',
  subject: 'Grüße',
  text: 'One line,\n\nand a link: https://a/?b=c\n',
};

it('sends an e-mail to a server that requires a password', async () => {
  await using smtp = await startSmtpReceiver();
  using mailer = openMailer({ url: smtp.url, from });
  assert.deepEqual(await mailer.send(mail), { is: 'sent' });
  const [got] = smtp.mails;
  assert.deepEqual([got!.from, got!.to, got!.text], ['plenum@example.org', [mail.to], mail.text]);
  assert.equal(got!.headers['message-id'], '<a1@example.org>');
  assert.equal(got!.headers['auto-submitted'], 'auto-generated');
});

it('never sends to more than one recipient, even if the address contains a comma', async () => {
  await using smtp = await startSmtpReceiver();
  using mailer = openMailer({ url: smtp.url, from });
  await mailer.send({ ...mail, to: 'anna,evil@example.org' });
  assert.ok(smtp.mails.length <= 1);
  for (const { to } of smtp.mails) assert.equal(to.length, 1, String(to));
});

it('distinguishes a recipient that is refused permanently from a temporary failure', async () => {
  await using smtp = await startSmtpReceiver();
  using mailer = openMailer({ url: smtp.url, from });
  smtp.answer = () => 550;
  assert.equal((await mailer.send(mail)).is, 'refused');
  smtp.answer = () => 450;
  assert.equal((await mailer.send(mail)).is, 'failed');
});

it('reports a wrong password and a missing server by host and code, without the password', async () => {
  await using smtp = await startSmtpReceiver();
  const wrong = `smtp://plenum:s3cret-word@127.0.0.1:${smtp.port}`;
  const missing = `smtp://plenum:s3cret-word@127.0.0.1:${await freePort()}`;
  for (const [url, code] of [
    [wrong, 'EAUTH'],
    [missing, 'ESOCKET'],
  ] as const) {
    using mailer = openMailer({ url, from });
    const result = await mailer.send(mail);
    assert.ok(result.is === 'failed');
    const { server, err } = result.facts;
    assert.deepEqual([server, err.code], [new URL(url).host, code]);
    assert.doesNotMatch(JSON.stringify(result), /s3cret/);
  }
});

it('refuses unencrypted e-mail to another machine unless the configuration allows it', async () => {
  await using smtp = await startSmtpReceiver();
  // An address of this machine that does not look local.
  const elsewhere = smtp.url.replace('127.0.0.1', '0.0.0.0');
  using strict = openMailer({ url: elsewhere, from });
  assert.equal((await strict.send(mail)).is, 'failed');
  assert.deepEqual(smtp.mails, []);
  using told = openMailer({ url: `${elsewhere}?requireTLS=false`, from });
  assert.equal((await told.send(mail)).is, 'sent');
});

it('refuses a malformed URL or sender without repeating the URL', () => {
  const malformed = [
    'http://u:s3cret@h',
    'smtp://',
    'smtp://u%zz:s3cret@h',
    'u:s3cret@h:25',
    'smtp://u:s3cret@h/x',
    'smtp://u:s3cret@h?tls=no',
    '',
  ];
  for (const url of malformed)
    assert.throws(
      () => openMailer({ url, from }),
      (error: Error) =>
        cloudFailures.is(error, 'smtp-url-malformed') && !String(error.message).includes('s3cret'),
      url,
    );
  for (const sender of ['', 'plenum', 'Plenum <plenum>', 'a@b.c, d@e.f', 'a@b.c\r\nBcc: d@e.f'])
    assert.throws(
      () => openMailer({ url: 'smtp://127.0.0.1', from: sender }),
      (error) => cloudFailures.is(error, 'smtp-from-malformed'),
      sender,
    );
});
