/** A form that broke off or was garbled on its way here. */
export class UnreadableFormError extends Error {
  override name = 'UnreadableFormError';

  constructor(options: ErrorOptions) {
    super('The upload did not arrive completely. Please try again.', options);
  }
}
