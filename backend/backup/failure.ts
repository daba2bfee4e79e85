/** The message is for the operator. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure';
}
