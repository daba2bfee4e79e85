import type { Signed } from './upload-types';

const shelf = 'unfinished-uploads';

/** An upload that was begun in this browser, and by which file it can be gone on with. */
export interface Unfinished {
  name: string;
  size: number;
  lastModified: number;
  signed: Signed;
}

function isOf(file: Pick<File, 'name' | 'size' | 'lastModified'>) {
  return (entry: Unfinished) =>
    entry.name === file.name && entry.size === file.size && entry.lastModified === file.lastModified;
}

/** Uploads that may still be gone on with. A browser that keeps nothing has none. */
export function unfinishedUploads(): Unfinished[] {
  try {
    const kept = JSON.parse(localStorage.getItem(shelf) ?? '[]') as Unfinished[];
    return kept.filter(({ signed }) => new Date(signed.upload.expires_at).getTime() > Date.now());
  } catch {
    return [];
  }
}

function keep(entries: Unfinished[]): void {
  try {
    localStorage.setItem(shelf, JSON.stringify(entries));
  } catch {
    // Without it an upload starts anew after the page was closed; nothing else is lost.
  }
}

export const recallUpload = (file: File): Signed | undefined => unfinishedUploads().find(isOf(file))?.signed;

export function rememberUpload(file: File, signed: Signed): void {
  const { name, size, lastModified } = file;
  const others = unfinishedUploads().filter((entry) => !isOf(file)(entry));
  keep([...others, { name, size, lastModified, signed }].slice(-5));
}

export function forgetUpload(file: Pick<File, 'name' | 'size' | 'lastModified'>): void {
  keep(unfinishedUploads().filter((entry) => !isOf(file)(entry)));
}
