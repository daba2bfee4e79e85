export const unreadableMessage =
  'This file can no longer be read. It may have been moved, changed or deleted: choose it again.';

/** False once the file was moved, changed or deleted: browsers report that of a request as a lost connection. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    // Chromium sees a deleted file as empty, and then reads no part of it.
    await (file.size > 0 ? file.slice(0, 1) : file).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export async function areReadable(files: Iterable<File>): Promise<boolean> {
  return (await Promise.all([...files].map(isReadable))).every(Boolean);
}
