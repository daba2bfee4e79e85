import { Outlet } from '@remix-run/react';

import { ErrorPage } from '~/features/shell/error-page';

/**
 * Catches the errors of all pages: at the root, React would replace the document and request its styles
 * again.
 */
export default function Pages() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
