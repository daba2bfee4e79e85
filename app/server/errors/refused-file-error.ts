import type { Refusal } from '#contract/rules';

/** A file that breaks one of the contract's rules; its message says which, the file's own value, and what to do. */
export class RefusedFileError extends Error {
  override name = 'RefusedFileError';
  readonly status = 422;

  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}
