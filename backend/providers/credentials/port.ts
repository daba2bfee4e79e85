import type { X509Certificate } from 'node:crypto';
import type { CoseAlgorithmIdentifier } from '@trustnxt/c2pa-ts/cose';

/** Signs the manifests of results. */
export interface ContentSigner {
  algorithm: keyof typeof CoseAlgorithmIdentifier;
  /** The signer's first. */
  certificates: X509Certificate[];
  sign(payload: Uint8Array): Promise<Uint8Array>;
}
