import { createHmac } from 'node:crypto';

/**
 * `Faceswap-Signature`: `t=<Unix seconds>,v1=<hex>`, HMAC-SHA256 of `<t>.<body>` with the secret's UTF-8 bytes; one v1
 * per secret, newest first.
 */
export function signatureHeader(secrets: readonly string[], body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
  return [`t=${seconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
}
