import type { LoaderFunction, LoaderFunctionArgs } from '@remix-run/node';

import { pageNotFound } from './not-found.server';

const FILE = '/_payload.json';

/** Pages that are the same for everybody, with what loads their data; those without data answer an empty one. */
const publicPages: Record<string, () => Promise<object>> = {
  '/': () => import('~/routes/home'),
  '/index.html': () => import('~/routes/home'),
  '/contact': async () => ({}),
  '/content-monitoring-policy': async () => ({}),
  '/policy': async () => ({}),
  '/pricing': () => import('~/routes/pricing'),
  '/terms': async () => ({}),
};

/**
 * The data of a public page as JSON, for whoever reads pages without a browser. It is asked for in nobody's name, whatever
 * the request says of itself.
 * @throws Response 404 for a page that is personal or unknown
 */
export async function payloadOf({ request, ...args }: LoaderFunctionArgs): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(0, -FILE.length) || '/';
  const page = publicPages[path];
  if (!page) throw pageNotFound(request);
  url.pathname = path;
  const { loader } = (await page()) as { loader?: LoaderFunction };
  const data = loader ? await loader({ ...args, request: new Request(url) }) : null;
  return Response.json({ path, data }, { headers: { 'cache-control': 'public, max-age=60' } });
}
