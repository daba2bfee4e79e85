export interface Mail {
  /** Exactly one. */
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** Invalid address, or rejected. Do not retry. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Retry later. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
}

export interface Mailer {
  /** @throws MailRefused, MailUnavailable */
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
