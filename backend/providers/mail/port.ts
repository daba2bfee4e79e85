export interface Mail {
  /** Exactly one address. */
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** Invalid address, or rejected by the server. Do not retry. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Server unreachable, timed out, or asked to retry later. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
}

export interface Mailer {
  /**
   * Resolves when the server has accepted the mail.
   * @throws MailRefused, MailUnavailable
   */
  send(mail: Mail): Promise<void>;
}

export interface KeptMail extends Mail {
  id: string;
  /** ISO 8601, UTC. */
  sentAt: string;
}

export interface Outbox {
  /** Newest first. */
  list(): Promise<KeptMail[]>;
  read(id: string): Promise<KeptMail | null>;
}
