import { sha256 } from '@noble/hashes/sha2';

import { blobSource } from '#shared/credentials/byte-source';
import { checkFile, type Report } from '#shared/credentials/check-file';

/** The file stays on the device. */
export const checkInBrowser = (file: File, authorities: readonly string[]): Promise<Report> =>
  checkFile(blobSource(file), authorities, () => sha256.create());
