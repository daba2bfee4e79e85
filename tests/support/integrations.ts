import type { TestBackend } from './backend';

/** As accounts have them that were made before keys and webhooks needed a confirmed address. */
export async function addIntegrations(backend: TestBackend, { token }: { token: string }): Promise<void> {
  await backend.pool.query('update account set email_verified_at = now()');
  await backend.call('my_api_key_create', { name: 'Server', scopes: ['read', 'create'] }, { token });
  const url = 'https://eve.example.com/hook';
  await backend.call('my_webhook_create', { url, description: 'Tests', events: ['task.succeeded'] }, { token });
  await backend.pool.query('update account set email_verified_at = null');
}

export async function integrationsOf({ db }: TestBackend): Promise<{ id: string }[]> {
  const keys = await db.selectFrom('api_key').select('id').execute();
  return [...keys, ...(await db.selectFrom('webhook_endpoint').select('id').execute())];
}
