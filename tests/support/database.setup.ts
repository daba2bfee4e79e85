import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './embedded-postgres';
import { migrate } from '#backend/db/migrate';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One real PostgreSQL for the whole run, with the migrated database that every test gets a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  await server.createTemplate(migrate);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
