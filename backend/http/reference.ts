import { openApiDocument } from '#contract/openapi';
import type { Json } from '#contract/openapi/json';
import type { Api } from './api-env';
import { referencePage, referencePolicy } from './reference/page';

const caching = 'public, max-age=300';

export function mountReference(app: Api, where: Parameters<typeof openApiDocument>[0]): void {
  let document: Json | undefined;
  let page: string | undefined;
  const described = () => (document ??= openApiDocument(where));
  app.get('/openapi.json', (context) => context.json(described(), 200, { 'cache-control': caching }));
  app.get('/docs', (context) => {
    page ??= referencePage(described());
    return context.html(page, 200, { 'cache-control': caching, 'content-security-policy': referencePolicy });
  });
}
