import type { SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import { startMailServer, startRawServer } from '#tests/support/mail-server';
import { mailConformance } from '#tests/support/conformance/mail';
import { MailRefused, MailUnavailable } from './port';
import { smtpMailer } from './smtp';

const from = 'Faceswap <hello@faceswap.test>';
const mail = { to: 'ada@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };

mailConformance('smtp', async () => {
  const { url, received } = await startMailServer();
  return { mailer: smtpMailer({ url, from }), received: async () => received };
});

test('logs in with the credentials of the URL', async () => {
  const seen: unknown[] = [];
  const { url, received } = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      seen.push(username, password);
      done(null, { user: username });
    },
  });
  await smtpMailer({ url: url.replace('smtp://', 'smtp://ada:p%40ss@'), from }).send(mail);
  expect(seen).toEqual(['ada', 'p@ss']);
  expect(received).toHaveLength(1);
});

const answer = (responseCode: number, message = 'said the server') =>
  Object.assign(new Error(message), { responseCode });

test.each([
  ['an unknown recipient is refused for good', 550, MailRefused],
  ['a full mailbox can be tried again', 452, MailUnavailable],
])('%s', async (_what, code, Failure) => {
  const { url, received } = await startMailServer({ onRcptTo: (_address, _session, done) => done(answer(code)) });
  await expect(smtpMailer({ url, from }).send(mail)).rejects.toThrow(Failure);
  expect(received).toEqual([]);
});

test.each([550, 452])('the message of a %i answer says why, without the recipient’s address', async (responseCode) => {
  const refusal = Object.assign(new Error('5.1.1 <ada@example.com>: no mailbox ada@example.com here'), {
    responseCode,
  });
  const { url } = await startMailServer({ onRcptTo: (_address, _session, done) => done(refusal) });
  const error = await smtpMailer({ url, from })
    .send(mail)
    .catch((failure: Error) => failure);
  expect(error).toMatchObject({ message: expect.stringContaining('5.1.1 <…>: no mailbox … here') });
});

test('rejected content is a permanent failure', async () => {
  const { url } = await startMailServer({
    onData(stream, _session, done) {
      stream.resume().on('end', () => done(answer(554)));
    },
  });
  await expect(smtpMailer({ url, from }).send(mail)).rejects.toThrow(MailRefused);
});

test('a failed login is temporary: the operator can fix it', async () => {
  const { url } = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_login, _session, done) => done(answer(535)),
  });
  const mailer = smtpMailer({ url: url.replace('smtp://', 'smtp://ada:wrong@'), from });
  await expect(mailer.send(mail)).rejects.toThrow(MailUnavailable);
});

test.each<[what: string, options: SMTPServerOptions]>([
  ['a missing login', { authOptional: false, allowInsecureAuth: true }],
  ['a refused sender', { onMailFrom: (_address, _session, done) => done(answer(550, '5.1.8 no such domain')) }],
  [
    'a sender who may not use its address, as said after the mail',
    {
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(answer(550, '5.7.60 no permission to send as this sender')));
      },
    },
  ],
  ['a refused relay', { onRcptTo: (_address, _session, done) => done(answer(554, '5.7.1 Relay access denied')) }],
])('%s is temporary: the operator can fix it', async (_what, options) => {
  const { url } = await startMailServer(options);
  await expect(smtpMailer({ url, from }).send(mail)).rejects.toThrow(MailUnavailable);
});

test('an unresponsive server times out', async () => {
  const url = await startRawServer(() => {});
  await expect(smtpMailer({ url, from, patienceMs: 200 }).send(mail)).rejects.toThrow(MailUnavailable);
});

test('a server that stalls during a mail times out', async () => {
  const { url } = await startMailServer({ onData: (stream) => void stream.resume() });
  await expect(smtpMailer({ url, from, patienceMs: 200 }).send(mail)).rejects.toThrow(MailUnavailable);
});

test.each([
  ['before a word', ''],
  ['after its greeting', '220 mail.test ESMTP\r\n'],
])('a server that drops the connection %s', async (_when, greeting) => {
  const url = await startRawServer((socket) => socket.end(greeting));
  await expect(smtpMailer({ url, from }).send(mail)).rejects.toThrow(MailUnavailable);
});

test('an unreachable server is a temporary failure', async () => {
  await expect(smtpMailer({ url: 'smtp://127.0.0.1:9', from }).send(mail)).rejects.toThrow(MailUnavailable);
});
