import { createHmac } from 'node:crypto';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, 6 digits, 30 s. */
const stepSeconds = 30;
const digits = 6;
/** Accepted steps before and after the present one, for clocks that differ and slow typing. */
const drift = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

export const stepAt = (time: Date) => Math.floor(time.getTime() / 1000 / stepSeconds);

/** RFC 4226, section 5.3. */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.at(-1)! & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** @returns the step of the code, or undefined if it is wrong */
export function stepOfCode(secret: Uint8Array, code: string, time: Date): number | undefined {
  const now = stepAt(time);
  return [0, -1, 1].map((offset) => now + offset * drift).find((step) => codeOf(secret, step) === code);
}

export function provisioningUri(secret: string, email: string): string {
  const parameters = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${parameters.toString()}`;
}

const issuer = 'Faceswap';
