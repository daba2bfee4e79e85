import { stat } from 'node:fs/promises';
import type { ContentSigner } from '#backend/providers/credentials/port';
import { MAX_PICTURE_BYTES } from '#shared/credentials/read-limits';
import type { Claim } from './manifest';

const mimeTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
} as const;

const isSignable = (format: string): format is keyof typeof mimeTypes => format in mimeTypes;

export interface SignRequest extends Pick<Claim, 'description' | 'isTrained'> {
  /** Replaced by the signed file once that is complete. */
  file: string;
  /** Files of other formats stay as they are, and GIFs above 64 MB. */
  format: string;
  /** File that it was made of. */
  original: string;
}

/**
 * Adds a C2PA manifest. Without a signer, files stay as they are. Manifests of the original that cannot be carried on,
 * such as two of one instance, are left out: they must not make a swap fail.
 */
export async function signFile(signer: ContentSigner | null, request: SignRequest): Promise<void> {
  const { file, format, original, ...claimed } = request;
  if (!signer || !isSignable(format)) return;
  // Such animations are not read, either; signing takes their size twice in memory.
  if (format === 'gif' && (await stat(file)).size > MAX_PICTURE_BYTES) return;
  // Loads here: libraries for manifests take 0.3 s, which every start of a worker would wait for.
  const { addCredentials } = await import('./add-credentials');
  await addCredentials(signer, { file, original, claim: { ...claimed, format: mimeTypes[format] } });
}
