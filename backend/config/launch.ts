import { z } from 'zod/v4';
import { dataDirectory, secret, wholeNumber } from './schema';

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
  LOG_MAX_MB: z.coerce.number('Give a number of megabytes.').min(1).max(10_000).default(20),
  LOG_FILES: z.coerce.number('Give a number of files.').int().min(1).max(100).default(5),
});
