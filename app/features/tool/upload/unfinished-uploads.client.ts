import type { SignedUpload } from './upload-types';

const storageKey = 'unfinished-uploads';

/** Matched to its file by name, size and date. */
export interface UnfinishedUpload {
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
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '[]') as UnfinishedUpload[];
    return kept.filter(({ signed }) => new Date(signed.upload.expires_at).getTime() > Date.now());
  } catch {
    return [];
  }
}

function save(entries: UnfinishedUpload[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(entries));
  } catch {
    // Without storage, a reload restarts the upload.
  }
}

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
