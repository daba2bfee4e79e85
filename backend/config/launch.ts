import { z } from 'zod/v4';
import { numberBetween, wholeNumber } from './number';
import { dataDirectory, secret } from './schema';

export const launchSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test'], 'Use production.').optional(),
  PORT: wholeNumber(1, 65_535).default(3000),
  DATA_DIR: dataDirectory,
  DATABASE_URL: z.string().optional(),
  /** For the web, which reads it. */
  SESSION_SECRET: secret.optional(),
  /** Of the embedded database. */
  WAL_ARCHIVE_DIR: z
    .string()
    .regex(/^(\/|[A-Za-z]:\\)/, 'Give an absolute path.')
    .optional(),
  LOG_MAX_MB: numberBetween(1, 10_000, 'Give a number of megabytes.').default(20),
  LOG_FILES: wholeNumber(1, 100).default(5),
});
