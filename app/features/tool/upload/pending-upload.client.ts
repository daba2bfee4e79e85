/** A file that somebody chose before they logged in waits in their own browser, and goes nowhere else. */
const database = 'faceswap';
const shelf = 'kept';
const place = 'file';
const keptForMs = 60 * 60_000;

interface Kept {
  file: File;
  at: number;
}

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(shelf);
  return settled(opening);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
  });
}

async function withShelf<T>(work: (shelf: IDBObjectStore) => Promise<T>): Promise<T> {
  const db = await open();
  try {
    return await work(db.transaction(shelf, 'readwrite').objectStore(shelf));
  } finally {
    db.close();
  }
}

/** Keeps a file, in place of any other. False where the browser keeps nothing. */
export async function keepFile(file: File): Promise<boolean> {
  try {
    await withShelf((kept) => settled(kept.put({ file, at: Date.now() } satisfies Kept, place)));
    return true;
  } catch {
    return false;
  }
}

/** Takes the kept file out; nothing when there is none, or when it was left so long ago that nobody expects it. */
export async function takeKeptFile(): Promise<File | undefined> {
  try {
    return await withShelf(async (kept) => {
      const entry = (await settled(kept.get(place))) as Kept | undefined;
      if (entry) await settled(kept.delete(place));
      return entry && Date.now() - entry.at < keptForMs ? entry.file : undefined;
    });
  } catch {
    return undefined;
  }
}
