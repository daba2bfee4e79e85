import type { LoaderFunction, LoaderFunctionArgs } from '@remix-run/node';

import { pageNotFound } from '~/server/not-found.server';

const FILE = '/_payload.json';

const noData = async () => ({});

/** All other pages answer without data. */
const publicPages: Record<string, () => Promise<object>> = {
  '/': () => import('./home'),
  '/index.html': () => import('./home'),
  '/contact': noData,
  '/content-monitoring-policy': noData,
  '/face-swap': noData,
  '/face-swap-photo': noData,
  '/face-swap-video': noData,
  '/login': noData,
  '/password-reset': noData,
  '/payment-failed': noData,
  '/payment-success': noData,
  '/policy': noData,
  '/pricing': () => import('./pricing'),
  '/signup': noData,
  '/terms': noData,
};

/**
 * Calls the API anonymously, whatever the cookies.
 * @throws Response 404 for personal and unknown pages
 */
export async function loader({ request, ...args }: LoaderFunctionArgs): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(0, -FILE.length) || '/';
  const page = publicPages[path];
  if (!page) throw pageNotFound(request);
  url.pathname = path;
  const { loader } = (await page()) as { loader?: LoaderFunction };
  const data = loader ? await loader({ ...args, request: new Request(url) }) : null;
  return Response.json({ path, data }, { headers: { 'cache-control': 'public, max-age=60' } });
}
