import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { ContentSigner } from '#backend/providers/credentials/port';
import { pictureFile } from '#shared/credentials/picture-file';
import { fileSource } from './file-source';
import { readIngredient, type Ingredient } from './ingredient';
import type { Claim } from './manifest';
import { signMp4 } from './sign-mp4';
import { signPicture } from './sign-picture';

const mimeTypes = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', mp4: 'video/mp4' } as const;

const isSignable = (format: string): format is keyof typeof mimeTypes => format in mimeTypes;

export interface SignRequest extends Pick<Claim, 'description' | 'isTrained'> {
  /** Replaced by the signed file once that is complete. */
  file: string;
  /** Files of formats without a place for manifests, such as GIF, stay as they are. */
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
  if (!picture) throw new Error('The result is no JPEG, PNG or WebP file.');
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
