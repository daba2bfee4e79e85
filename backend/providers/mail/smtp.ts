import { createTransport } from 'nodemailer';
import { assertOneAddress } from './address';
import { MailRefused, MailUnavailable, type Mailer } from './port';

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS. */
  url: string;
  /** E.g. `Faceswap <hello@example.com>`. */
  from: string;
  /** Ms of each network step. */
  patienceMs?: number;
}

interface SmtpFault extends Error {
  code?: string;
  /** Of SMTP, that was refused. */
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Characters. */
const MAX_MESSAGE = 500;

/** Servers quote the recipient; the message goes into logs and the table of jobs. */
const withoutAddresses = (message: string) => message.slice(0, MAX_MESSAGE).replaceAll(/[^\s<>"'@]*@[^\s<>"']*/g, '…');

/** Not the recipient, but the sender or its right to send here: RFC 3463, X.7. */
const isOfSender = ({ command, response = '' }: SmtpFault) =>
  command === 'MAIL FROM' || /^\d{3}[ -]5\.7\./.test(response);

/** The operator can fix a failed login, a refused sender or a refused relay, which are 5xx too. */
const isForGood = (fault: SmtpFault) =>
  (fault.responseCode ?? 0) >= 500 && (fault.code === 'EMESSAGE' || fault.code === 'EENVELOPE') && !isOfSender(fault);

export function smtpMailer({ url, from, patienceMs = 10_000 }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, html, text }) {
      assertOneAddress(to);
      try {
        const headers = { 'Auto-Submitted': 'auto-generated' };
        await transport.sendMail({ from, to: { name: '', address: to }, subject, html, text, headers });
      } catch (cause) {
        const fault = cause as SmtpFault;
        const Failure = isForGood(fault) ? MailRefused : MailUnavailable;
        throw new Failure(`The mail server: ${withoutAddresses(fault.message)}`, { cause });
      }
    },
  };
}
