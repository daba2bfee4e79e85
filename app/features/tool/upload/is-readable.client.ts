/** False once the file was moved, changed or deleted: browsers report that of a request as a lost connection. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
