import { createHash } from 'node:crypto';
import { compress } from 'hono/compress';
import { openApiDocument } from '#contract/openapi';
import type { Json } from '#contract/openapi/json';
import type { Api } from './api-env';
import { isUnchanged } from './conditional';
import { referencePage, referencePolicy } from './reference/page';

export function mountReference(app: Api, where: Parameters<typeof openApiDocument>[0]): void {
  let known: Json | undefined;
  const document = () => (known ??= openApiDocument(where));
  serve(app, '/openapi.json', () => JSON.stringify(document()), { 'content-type': 'application/json' });
  serve(app, '/docs', () => referencePage(document()), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': referencePolicy,
  });
}

/** @param write called once */
function serve(app: Api, path: string, write: () => string, headers: Record<string, string>): void {
  let text: string | undefined;
  let etag: string | undefined;
  app.use(path, compress());
  app.get(path, (context) => {
    text ??= write();
    etag ??= `"${createHash('sha256').update(text).digest('base64url')}"`;
    const all = { ...headers, etag, 'cache-control': 'public, max-age=300', vary: 'accept-encoding' };
    return isUnchanged(context.req.raw.headers, etag) ? context.body(null, 304, all) : context.body(text, 200, all);
  });
}
