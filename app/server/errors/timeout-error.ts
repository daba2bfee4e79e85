/** The API took longer than we wait. Its own class, because the work may well be done in the end. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';

  constructor(
    readonly call: string,
    readonly afterMs: number,
  ) {
    super('The service took too long to answer. Please try again in a moment.');
  }
}
