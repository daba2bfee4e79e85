/** The message is for the user. */
export class PostgresUnavailable extends Error {
  override name = 'PostgresUnavailable';
}
