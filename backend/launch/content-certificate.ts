import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Launch } from './configuration';
import type { ContentCertificate } from './make-content-certificate';

const DAY_MS = 86_400_000;
/** A certificate that ends sooner is replaced at the next start. */
const RENEWAL_DAYS = 365;

/**
 * The certificate that signs results, of an authority of this installation's own; made at the first start and kept in
 * `directory`. C2PA 2.1, 14.5: the signer is not its own issuer, and may sign e-mail or documents.
 */
export async function ensureContentCertificate(directory: string, now = new Date()): Promise<ContentCertificate> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const [keyFile, chainFile] = [join(directory, 'signer-key.pem'), join(directory, 'signer.pem')];
  if (existsSync(keyFile) && existsSync(chainFile)) {
    const kept = { key: readFileSync(keyFile, 'utf8'), chain: readFileSync(chainFile, 'utf8') };
    if (daysLeft(kept.chain, now) > RENEWAL_DAYS) return kept;
  }
  // Loads here: a library for certificates takes 0.15 s, which only the first start needs.
  const { makeContentCertificate } = await import('./make-content-certificate');
  return makeContentCertificate(directory, now);
}

/** The operator's, or the installation's own. */
export async function withContentCertificate(launch: Launch): Promise<Launch> {
  const { dataDirectory, environment } = launch;
  if (environment.CREDENTIALS_KEY || environment.CREDENTIALS_CERTIFICATE) return launch;
  const { key, chain } = await ensureContentCertificate(join(dataDirectory, 'credentials'));
  return { ...launch, environment: { ...environment, CREDENTIALS_KEY: key, CREDENTIALS_CERTIFICATE: chain } };
}

const daysLeft = (chain: string, now: Date) =>
  (Date.parse(new X509Certificate(chain).validTo) - now.getTime()) / DAY_MS;
