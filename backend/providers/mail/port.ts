export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  /** The same words twice: for programs that show HTML, and for those that don't. */
  html: string;
  text: string;
}

/** The mail will never be taken: the address is not one, or its server says no. Sending it again is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The mail could not be handed over now: the server is away, hangs, breaks off, or asks to come back later. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
}

/** Where mails are handed over to be delivered. */
export interface Mailer {
  /** Resolves once the mail is somebody else's to deliver. Throws MailRefused, MailUnavailable. */
  send(mail: Mail): Promise<void>;
}

export interface KeptMail extends Mail {
  id: string;
  /** ISO 8601, UTC. */
  sentAt: string;
}

/** Mails that were kept instead of sent. */
export interface Outbox {
  /** The newest first. */
  list(): Promise<KeptMail[]>;
  read(id: string): Promise<KeptMail | null>;
}
