import { existsSync, statSync } from 'node:fs';
import { chownContents } from '#backend/launch/unprivileged';
import { BackupFailure } from './failure';

const isRoot = () => process.getuid?.() === 0;

/** @throws BackupFailure if root would leave files in the folder of another user */
export function assertOwner(directory: string): void {
  const uid = statSync(directory, { throwIfNoEntry: false })?.uid;
  if (!isRoot() || !uid) return;
  throw new BackupFailure(
    `${directory} belongs to the user ${uid}, who could not read what root restores. ` +
      `Run the command as that user: sudo -u '#${uid}' npm run restore -- FROM. Nothing was restored.`,
  );
}

/** The start does so only where the folder itself is root's. */
export function giveToOwner(folder: string): void {
  if (isRoot() && existsSync(folder)) chownContents(folder, statSync(folder));
}
