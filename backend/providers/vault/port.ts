/** For secrets that the server must read again. */
export interface Vault {
  /** @param context the owner, so that rows cannot be swapped */
  seal(plain: string, context: string): Buffer;
  /** Throws for a wrong key or context, or modified bytes. */
  open(sealed: Buffer, context: string): string;
}
