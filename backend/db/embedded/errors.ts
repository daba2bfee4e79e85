/** PostgreSQL cannot run here. The message is shown to the user as it is. */
export class PostgresUnavailable extends Error {
  override name = 'PostgresUnavailable';
}
