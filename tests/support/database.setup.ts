import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './embedded-postgres';
import { migrate } from '#backend/db/migrate';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  await server.createTemplate(migrate);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
