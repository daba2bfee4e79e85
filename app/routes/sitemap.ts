import type { LoaderFunctionArgs } from '@remix-run/node';

import { publicPaths } from '~/lib/paths';
import { originOf } from '~/server/site.server';

export function loader({ request }: LoaderFunctionArgs): Response {
  const origin = originOf(request);
  const entries = publicPaths.map((path) => `  <url><loc>${origin}${path}</loc></url>`).join('\n');
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}
</urlset>
`;
  return new Response(xml, { headers: { 'content-type': 'application/xml', 'cache-control': 'public, max-age=3600' } });
}
