/** IndexedDB, for files chosen before login. */
const database = 'faceswap';
const storeName = 'kept';
const entryKey = 'file';
const maxAgeMs = 60 * 60_000;

interface PendingEntry {
  files: File[];
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

/** Browsers may write the files, and find that there is no room for them, only after the request has succeeded. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser keeps nothing.'));
  });
}

async function withStore<T>(work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const db = await open();
  try {
    return await work(db.transaction(storeName, 'readwrite').objectStore(storeName));
  } finally {
    db.close();
  }
}

/** Replaces any stored files. False if the browser does not store them. */
export async function savePendingUploads(files: File[]): Promise<boolean> {
  try {
    await withStore((store) => {
      store.put({ files, at: Date.now() } satisfies PendingEntry, entryKey);
      return committed(store.transaction);
    });
    return true;
  } catch {
    return false;
  }
}

/** Empty if none is stored, or they are older than an hour. */
export async function takePendingUploads(): Promise<File[]> {
  try {
    return await withStore(async (store) => {
      const entry = (await toPromise(store.get(entryKey))) as Partial<PendingEntry> | undefined;
      if (entry) await toPromise(store.delete(entryKey));
      return Date.now() - (entry?.at ?? 0) < maxAgeMs ? (entry?.files ?? []) : [];
    });
  } catch {
    return [];
  }
}
