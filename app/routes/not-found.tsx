import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';

import { ErrorPage } from '~/features/shell/error-page';
import { pageMeta } from '~/lib/meta';
import { pageNotFound } from '~/server/not-found.server';

export const meta: MetaFunction = () => pageMeta({ title: 'Page not found', personal: true });

export function loader({ request }: LoaderFunctionArgs) {
  throw pageNotFound(request);
}

export const action = loader;

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
