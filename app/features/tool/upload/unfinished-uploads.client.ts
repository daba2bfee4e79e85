import { readLocal, writeLocal } from '~/lib/local-storage';

import type { SignedUpload } from './upload-types';

const storageKey = 'unfinished-uploads';

/** Matched to its file by name, size and date. */
interface UnfinishedUpload {
  name: string;
  size: number;
  lastModified: number;
  signed: SignedUpload;
}

function isSameFile(file: Pick<File, 'name' | 'size' | 'lastModified'>) {
  return (entry: UnfinishedUpload) =>
    entry.name === file.name && entry.size === file.size && entry.lastModified === file.lastModified;
}

export function unfinishedUploads(): UnfinishedUpload[] {
  try {
    const entries = JSON.parse(readLocal(storageKey) ?? '[]') as UnfinishedUpload[];
    return entries.filter(({ signed }) => new Date(signed.upload.expires_at).getTime() > Date.now());
  } catch {
    return [];
  }
}

/** Without storage, a reload restarts the upload. */
const save = (entries: UnfinishedUpload[]): void => writeLocal(storageKey, JSON.stringify(entries));

export const findUnfinishedUpload = (file: File): SignedUpload | undefined =>
  unfinishedUploads().find(isSameFile(file))?.signed;

export function saveUnfinishedUpload(file: File, signed: SignedUpload): void {
  const { name, size, lastModified } = file;
  const others = unfinishedUploads().filter((entry) => !isSameFile(file)(entry));
  save([...others, { name, size, lastModified, signed }].slice(-5));
}

export function removeUnfinishedUpload(file: Pick<File, 'name' | 'size' | 'lastModified'>): void {
  save(unfinishedUploads().filter((entry) => !isSameFile(file)(entry)));
}

export const removeUnfinishedUploads = (): void => save([]);
