import type { Signer } from '@trustnxt/c2pa-ts/cose';

/** Signs the manifests of results. */
export type ContentSigner = Signer;
