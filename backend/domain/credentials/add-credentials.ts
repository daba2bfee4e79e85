import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { X509Certificate } from '@peculiar/x509';
import { CoseAlgorithmIdentifier, type Signer } from '@trustnxt/c2pa-ts/cose';
import type { ContentSigner } from '#backend/providers/credentials/port';
import { pictureFile } from '#shared/credentials/picture-file';
import { fileSource } from './file-source';
import { readIngredient, type Ingredient } from './ingredient';
import type { Claim } from './manifest';
import { signMp4 } from './sign-mp4';
import { signPicture } from './sign-picture';

interface Request {
  /** Replaced by the signed file once that is complete. */
  file: string;
  /** File that it was made of. */
  original: string;
  claim: Omit<Claim, 'ingredient'>;
}

/** Manifests of the original that cannot be carried on are left out. */
export async function addCredentials(contentSigner: ContentSigner, { file, original, claim }: Request): Promise<void> {
  const signer = signerOf(contentSigner);
  const ingredient = await ingredientOf(original);
  const signed = `${file}.signed`;
  const write = async (given: Ingredient) => {
    const complete = { ...claim, ingredient: given };
    if (claim.format === 'video/mp4') await signMp4(file, signed, signer, complete);
    else await writeFile(signed, await signPicture(await readPicture(file), signer, complete));
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

function signerOf({ algorithm, certificates, sign }: ContentSigner): Signer {
  const [certificate, ...chainCertificates] = certificates.map(({ raw }) => new X509Certificate(raw));
  return { algorithm: CoseAlgorithmIdentifier[algorithm], certificate: certificate!, chainCertificates, sign };
}
