import { webcrypto } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

import type { Launch } from './configuration';

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 30 * 365;
const SIGNER_DAYS = 5 * 365;
/** A certificate that ends sooner is replaced at the next start. */
const RENEWAL_DAYS = 365;

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export interface ContentCertificate {
  /** PEM, PKCS #8. */
  key: string;
  /** PEM: the signer's, then its authority's. */
  chain: string;
}

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
  const made = await makeSigner(await ensureAuthority(directory, now), now);
  write(keyFile, made.key);
  write(chainFile, made.chain);
  return made;
}

/** The operator's, or the installation's own. */
export async function withContentCertificate(launch: Launch): Promise<Launch> {
  const { dataDirectory, environment } = launch;
  if (environment.CREDENTIALS_KEY || environment.CREDENTIALS_CERTIFICATE) return launch;
  const { key, chain } = await ensureContentCertificate(join(dataDirectory, 'credentials'));
  return { ...launch, environment: { ...environment, CREDENTIALS_KEY: key, CREDENTIALS_CERTIFICATE: chain } };
}

const daysLeft = (chain: string, now: Date) =>
  (new X509Certificate(PemConverter.decodeFirst(chain)).notAfter.getTime() - now.getTime()) / DAY_MS;

interface Authority {
  certificate: X509Certificate;
  privateKey: CryptoKey;
}

async function ensureAuthority(directory: string, now: Date): Promise<Authority> {
  const [keyFile, certificateFile] = [join(directory, 'authority-key.pem'), join(directory, 'authority.pem')];
  if (existsSync(keyFile) && existsSync(certificateFile)) {
    const certificate = new X509Certificate(readFileSync(certificateFile, 'utf8'));
    const der = PemConverter.decodeFirst(readFileSync(keyFile, 'utf8'));
    return { certificate, privateKey: await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']) };
  }
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Faceswap content authority',
    ...validFor(AUTHORITY_DAYS, now),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  write(keyFile, await exportKey(keys.privateKey));
  write(certificateFile, certificate.toString('pem'));
  return { certificate, privateKey: keys.privateKey };
}

async function makeSigner(authority: Authority, now: Date): Promise<ContentCertificate> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=Faceswap results, O=Faceswap',
    issuer: authority.certificate.subject,
    ...validFor(SIGNER_DAYS, now),
    publicKey: keys.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.emailProtection]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(authority.certificate),
    ],
  });
  const chain = [certificate, authority.certificate].map((one) => one.toString('pem')).join('\n');
  return { key: await exportKey(keys.privateKey), chain };
}

function validFor(days: number, now: Date): { notBefore: Date; notAfter: Date } {
  // A day earlier: clocks of readers differ.
  return { notBefore: new Date(now.getTime() - DAY_MS), notAfter: new Date(now.getTime() + days * DAY_MS) };
}

async function exportKey(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

/** Complete or absent, for the owner only. */
function write(file: string, text: string): void {
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
