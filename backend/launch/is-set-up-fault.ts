import { ConfigurationError } from '#backend/config/read';
import { PostgresUnavailable } from '#backend/db/embedded/index';
import { LaunchFailure } from './failure';

/** Of the configuration or the database: its message says all, and a stack would hide it. */
export const isSetUpFault = (error: unknown): boolean =>
  [ConfigurationError, LaunchFailure, PostgresUnavailable].some((kind) => error instanceof kind);
