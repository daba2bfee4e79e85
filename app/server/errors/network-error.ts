/** No answer came: refused, reset, or the name could not be resolved. Whether the call was carried out is unknown. */
export class NetworkError extends Error {
  override name = 'NetworkError';

  constructor(
    readonly call: string,
    options: ErrorOptions,
  ) {
    super('The service could not be reached. Please try again in a moment.', options);
  }
}
