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
  responseCode?: number;
}

/** Characters. */
const MAX_MESSAGE = 500;

/** Servers quote the recipient; the message goes into logs and the table of jobs. */
const withoutAddresses = (message: string) => message.slice(0, MAX_MESSAGE).replaceAll(/[^\s<>"'@]*@[^\s<>"']*/g, '…');

/** The operator can fix a failed login, which is 5xx too. */
const isForGood = ({ code, responseCode = 0 }: SmtpFault) =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;

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
