import { Outlet } from '@remix-run/react';

import { ErrorPage } from '~/features/shell/error-page';

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
