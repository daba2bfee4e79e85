import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

import { z } from 'zod/v4';

import { openContentSigner } from '#backend/compose/credentials';
import { readProducts } from '#backend/compose/products';
import { assertTestVector, payssionMethods } from '#backend/compose/provider-settings';
import { launchSchema } from '#backend/config/launch';
import { assertCompleteKeys } from '#backend/config/payments';
import { checkAll, readConfiguration } from '#backend/config/read';
import { apiSchema, workerSchema } from '#backend/config/schema';
import { assertCompleteStorage } from '#backend/config/storage';
import { assertPublicWebhooks } from '#backend/config/webhooks';

import {
  assertDatabases,
  assertMetricsPorts,
  assertPageSettings,
  assertPrograms,
  assertRedirectRules,
} from './check-settings';
import { inDataDirectory } from './data-directory';
import { LaunchFailure } from './failure';
import type { LogLimits } from './log-rotation';
import { prepareScratch } from './scratch';
import { ensureSecret } from './secrets';

export interface Launch {
  port: number;
  dataDirectory: string;
  /** Undefined if the launcher starts one. */
  databaseUrl: string | undefined;
  /** Folder for the write-ahead log of the embedded database. */
  walArchive: string | undefined;
  environment: NodeJS.ProcessEnv;
  engineThreads: { interactive: number; batch: number };
  logs: LogLimits;
}

/** What the launcher does not check or make itself. */
const rolesSchema = apiSchema
  .extend(workerSchema.shape)
  .omit({ PORT: true, DATA_DIR: true })
  .partial({ DATABASE_URL: true, MEDIA_SECRET: true });

interface Options {
  /** False for operators' commands, also on a machine that runs some of the roles only. */
  startsAll?: boolean;
  /** True for commands about a site that there is. */
  mustExist?: boolean;
}

/** @throws ConfigurationError listing every error */
export function checkSettings(given: NodeJS.ProcessEnv, { startsAll = true }: Options = {}): void {
  const { CREDENTIALS_CERTIFICATE, CREDENTIALS_KEY, FUTUREPAY_KEY, FUTUREPAY_TEST_VECTOR } = given;
  checkAll(
    () => readConfiguration(launchSchema, given),
    () => readConfiguration(rolesSchema, given),
    () => assertCompleteKeys(given),
    () => assertCompleteStorage(given),
    () => void readProducts(given.PRODUCTS_FILE),
    () => void payssionMethods(given.PAYSSION_METHODS ?? ''),
    () => assertTestVector({ FUTUREPAY_TEST_VECTOR, FUTUREPAY_KEY }),
    () => assertRedirectRules(given),
    () => assertDatabases(given),
    ...(startsAll
      ? [
          () => assertPageSettings(given),
          () => assertMetricsPorts(given),
          () => void openContentSigner({ CREDENTIALS_CERTIFICATE, CREDENTIALS_KEY }),
        ]
      : []),
    () => assertPrograms(given),
    () =>
      assertPublicWebhooks({
        APP_ENV: given.APP_ENV,
        WEBHOOK_ALLOW_PRIVATE: z.stringbool().safeParse(given.WEBHOOK_ALLOW_PRIVATE).data,
      }),
  );
}

/** @throws ConfigurationError listing every error; LaunchFailure */
export function readLaunch(given: NodeJS.ProcessEnv, options: Options = {}): Launch {
  checkSettings(given, options);
  const { PORT, DATA_DIR, DATABASE_URL, WAL_ARCHIVE_DIR, LOG_MAX_MB, LOG_FILES } = readConfiguration(
    launchSchema,
    given,
  );
  const dataDirectory = resolve(DATA_DIR);
  if (options.mustExist) assertInstallation(dataDirectory, given);
  const environment = inDataDirectory(dataDirectory, () => ({
    ...given,
    PORT: String(PORT),
    DATA_DIR: dataDirectory,
    NODE_ENV: given.NODE_ENV || 'production',
    TMPDIR: prepareScratch(dataDirectory),
    PUBLIC_URL: given.PUBLIC_URL || `http://localhost:${PORT}`,
    SESSION_SECRET: given.SESSION_SECRET || ensureSecret(dataDirectory, 'session-secret'),
    MEDIA_SECRET: given.MEDIA_SECRET || ensureSecret(dataDirectory, 'media-secret'),
  }));
  const logs = { maxBytes: LOG_MAX_MB * 1024 * 1024, files: LOG_FILES };
  return {
    port: PORT,
    dataDirectory,
    databaseUrl: DATABASE_URL,
    walArchive: DATABASE_URL ? undefined : WAL_ARCHIVE_DIR,
    environment,
    engineThreads: engineThreads(given),
    logs,
  };
}

/** In a folder that is none, secrets would be made that no site uses. */
function assertInstallation(dataDirectory: string, { DATABASE_URL, MEDIA_SECRET }: NodeJS.ProcessEnv): void {
  const part = DATABASE_URL ? 'media-secret' : 'postgres';
  if ((DATABASE_URL && MEDIA_SECRET) || existsSync(join(dataDirectory, part))) return;
  const otherwise = DATABASE_URL ? 'MEDIA_SECRET' : 'DATABASE_URL';
  throw new LaunchFailure(
    `There is no installation in ${dataDirectory}: it has no ${part}. Set DATA_DIR to the folder of the site, or ${otherwise}.`,
  );
}

/** Batch work leaves a core to the pages. */
function engineThreads({ ENGINE_THREADS }: NodeJS.ProcessEnv): Launch['engineThreads'] {
  const cores = availableParallelism();
  const chosen = Number(ENGINE_THREADS) || undefined;
  return { interactive: chosen ?? Math.min(cores, 4), batch: chosen ?? Math.max(cores - 1, 1) };
}
