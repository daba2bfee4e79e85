/** IndexedDB, for files chosen before login. */
const database = 'faceswap';
const storeName = 'kept';
const entryKey = 'file';
const maxAgeMs = 60 * 60_000;

interface PendingEntry {
  file: File;
  at: number;
}

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  return toPromise(opening);
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
  });
}

async function withStore<T>(work: (shelf: IDBObjectStore) => Promise<T>): Promise<T> {
  const db = await open();
  try {
    return await work(db.transaction(storeName, 'readwrite').objectStore(storeName));
  } finally {
    db.close();
  }
}

/** Replaces any stored file. False if refused. */
export async function savePendingUpload(file: File): Promise<boolean> {
  try {
    await withStore((kept) => toPromise(kept.put({ file, at: Date.now() } satisfies PendingEntry, entryKey)));
    return true;
  } catch {
    return false;
  }
}

/** Undefined if none is stored, or it is older than an hour. */
export async function takePendingUpload(): Promise<File | undefined> {
  try {
    return await withStore(async (kept) => {
      const entry = (await toPromise(kept.get(entryKey))) as PendingEntry | undefined;
      if (entry) await toPromise(kept.delete(entryKey));
      return entry && Date.now() - entry.at < maxAgeMs ? entry.file : undefined;
    });
  } catch {
    return undefined;
  }
}
