import { webcrypto } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 30 * 365;
const SIGNER_DAYS = 5 * 365;

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export interface ContentCertificate {
  /** PEM, PKCS #8. */
  key: string;
  /** PEM: the signer's, then its authority's. */
  chain: string;
}

/** Of the authority in `directory`, which the first call makes. */
export async function makeContentCertificate(directory: string, now: Date): Promise<ContentCertificate> {
  const made = await makeSigner(await ensureAuthority(directory, now), now);
  write(join(directory, 'signer-key.pem'), made.key);
  write(join(directory, 'signer.pem'), made.chain);
  return made;
}

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
