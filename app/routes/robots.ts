import type { LoaderFunctionArgs } from '@remix-run/node';

import { paths } from '~/lib/paths';
import { originOf } from '~/server/site.server';

export function loader({ request }: LoaderFunctionArgs): Response {
  const closed = [paths.my(), '/creation_detail', '/payment-', '/resources/', '/api/', '/dev/'];
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${originOf(request)}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
