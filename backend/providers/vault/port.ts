/** Encrypts secrets that the database keeps and the server must read again. */
export interface Vault {
  /** @param context what the secret belongs to; it opens under the same context alone, so rows cannot be exchanged */
  seal(plain: string, context: string): Buffer;
  /** Throws when the key or the context is another, or the bytes were changed. */
  open(sealed: Buffer, context: string): string;
}
