/** PostgreSQL cannot run here. The message says what is wrong and what to do, and is shown to people as it is. */
export class PostgresUnavailable extends Error {
  override name = 'PostgresUnavailable';
}
