import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { ContentSigner } from '#backend/providers/credentials/port';
import { pictureFile } from '#shared/credentials/picture-file';
import { MAX_PICTURE_BYTES } from '#shared/credentials/read-credentials';
import { fileSource } from './file-source';
import { readIngredient, type Ingredient } from './ingredient';
import type { Claim } from './manifest';
import { signMp4 } from './sign-mp4';
import { signPicture } from './sign-picture';

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
  const ingredient = await ingredientOf(original);
  const signed = `${file}.signed`;
  const write = async (given: Ingredient) => {
    const claim = { ...claimed, format: mimeTypes[format], ingredient: given };
    if (format === 'mp4') await signMp4(file, signed, signer, claim);
    else await writeFile(signed, await signPicture(await readPicture(file), signer, claim));
  };
  try {
    await write(ingredient).catch((error: unknown) => {
      if (!ingredient.store) throw error;
      return write({});
    });
    await rename(signed, file);
  } finally {
    await rm(signed, { force: true });
  }
}

async function readPicture(file: string) {
  const picture = pictureFile(new Uint8Array(await readFile(file)));
  if (!picture) throw new Error('The result is no JPEG, PNG, WebP or GIF file.');
  return picture;
}

async function ingredientOf(original: string): Promise<Ingredient> {
  const handle = await open(original, 'r');
  try {
    return await readIngredient(await fileSource(handle));
  } finally {
    await handle.close();
  }
}
