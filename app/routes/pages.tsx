import type { MetaFunction } from '@remix-run/node';
import { Outlet } from '@remix-run/react';

import { ErrorPage } from '~/features/shell/error-page';
import { pageMeta } from '~/lib/meta';

export const meta: MetaFunction = ({ error }) => pageMeta({ title: error ? 'Something went wrong' : undefined });

/**
 * Parent of all pages. It catches their errors: for an error that the root catches, React replaces the whole document and
 * requests its styles again.
 */
export default function Pages() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
