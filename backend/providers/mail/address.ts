import { MailRefused } from './port';

/** Refuses whatever isn't exactly one address, before it can become two recipients or a header of its own. */
export function assertOneAddress(address: string): void {
  if (!/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(address)) throw new MailRefused('This is not one e-mail address.');
}
