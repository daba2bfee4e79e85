import { constants, createPrivateKey, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { ContentSigner } from './port';

interface Algorithm {
  algorithm: ContentSigner['algorithm'];
  hash: string | null;
}

/** Keys that C2PA 2.1, 13.2.1 allows, by Node's names. */
const ALGORITHMS: Record<string, Algorithm> = {
  'ec prime256v1': { algorithm: 'ES256', hash: 'sha256' },
  'ec secp384r1': { algorithm: 'ES384', hash: 'sha384' },
  'ec secp521r1': { algorithm: 'ES512', hash: 'sha512' },
  rsa: { algorithm: 'PS256', hash: 'sha256' },
  ed25519: { algorithm: 'Ed25519', hash: null },
};

const PEM = /-----BEGIN ([^-]+)-----[^-]*-----END \1-----/g;

/** Says in words what is wrong with the key or the chain. */
export class CertificateFault extends Error {
  override readonly name = 'CertificateFault';
}

/**
 * @param key PEM
 * @param chain PEM, the signer's certificate first
 * @throws CertificateFault
 */
export function localSigner(key: string, chain: string): ContentSigner {
  const certificates = certificatesOf(chain);
  const [certificate] = certificates;
  if (!certificate) throw new CertificateFault('The chain contains no certificate.');
  const privateKey = readKey(key);
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new CertificateFault('The key does not belong to the first certificate of the chain.');
  }
  const { algorithm, hash } = algorithmOf(privateKey);
  const options = {
    key: privateKey,
    // COSE (RFC 9053, 2.1) concatenates r and s; the library's own signer writes DER, which other readers refuse.
    dsaEncoding: 'ieee-p1363',
    ...(privateKey.asymmetricKeyType === 'rsa'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {}),
  } as const;
  return {
    algorithm,
    certificates,
    sign: async (payload) => new Uint8Array(await signAsync(hash, payload, options)),
  };
}

const signAsync = promisify<string | null, Uint8Array, object, Buffer>(sign as never);

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject): Algorithm {
  const algorithm = ALGORITHMS[[type, asymmetricKeyDetails?.namedCurve].filter(Boolean).join(' ')];
  if (algorithm && (asymmetricKeyDetails?.modulusLength ?? 2048) >= 2048) return algorithm;
  throw new CertificateFault('C2PA allows ECDSA keys (P-256, P-384, P-521), Ed25519, and RSA from 2,048 bits.');
}

export function certificatesOf(chain: string): X509Certificate[] {
  try {
    return (chain.match(PEM) ?? []).map((pem) => new X509Certificate(pem));
  } catch (error) {
    throw new CertificateFault('The chain is not a list of certificates in PEM.', { cause: error });
  }
}

function readKey(key: string): KeyObject {
  try {
    return createPrivateKey(key);
  } catch (error) {
    throw new CertificateFault('The key is not a private key in PEM without a password.', { cause: error });
  }
}
