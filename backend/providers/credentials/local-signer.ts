import { constants, createPrivateKey, sign, X509Certificate as NodeCertificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { CoseAlgorithmIdentifier } from '@trustnxt/c2pa-ts/cose';
import { PemConverter, X509Certificate } from '@peculiar/x509';
import type { ContentSigner } from './port';

interface Algorithm {
  algorithm: CoseAlgorithmIdentifier;
  hash: string | null;
}

/** Keys that C2PA 2.1, 13.2.1 allows, by Node's names. */
const ALGORITHMS: Record<string, Algorithm> = {
  'ec prime256v1': { algorithm: CoseAlgorithmIdentifier.ES256, hash: 'sha256' },
  'ec secp384r1': { algorithm: CoseAlgorithmIdentifier.ES384, hash: 'sha384' },
  'ec secp521r1': { algorithm: CoseAlgorithmIdentifier.ES512, hash: 'sha512' },
  rsa: { algorithm: CoseAlgorithmIdentifier.PS256, hash: 'sha256' },
  ed25519: { algorithm: CoseAlgorithmIdentifier.Ed25519, hash: null },
};

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
  const [certificate, ...chainCertificates] = certificatesOf(chain);
  if (!certificate) throw new CertificateFault('The chain contains no certificate.');
  const privateKey = readKey(key);
  if (!new NodeCertificate(certificate.toString('pem')).checkPrivateKey(privateKey)) {
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
    certificate,
    chainCertificates,
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
    return PemConverter.decode(chain).map((der) => new X509Certificate(der));
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
