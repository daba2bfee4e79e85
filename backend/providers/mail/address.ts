import { MailRefused } from './port';

/** A list would add recipients, a line break a header. */
export function assertOneAddress(address: string): void {
  if (!/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(address)) throw new MailRefused('This is not one e-mail address.');
}
