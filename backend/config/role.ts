import { z } from 'zod/v4';
import { assertCompleteKeys } from './payments';
import { checkAll, readConfiguration, type Environment } from './read';
import { assertCompleteStorage } from './storage';
import { assertPublicWebhooks } from './webhooks';

/** Of a role that is started alone; the launcher checks more. @throws ConfigurationError listing every error */
export function readRole<T extends z.ZodType>(schema: T, environment: Environment): z.output<T> {
  checkAll(
    () => void readConfiguration(schema, environment),
    () => assertCompleteKeys(environment),
    () => assertCompleteStorage(environment),
    () =>
      assertPublicWebhooks({
        APP_ENV: environment.APP_ENV,
        WEBHOOK_ALLOW_PRIVATE: z.stringbool().safeParse(environment.WEBHOOK_ALLOW_PRIVATE).data,
      }),
  );
  return readConfiguration(schema, environment);
}
