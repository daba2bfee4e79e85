import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';

import { ErrorPage } from '~/features/shell/error-page';
import { pageMeta } from '~/meta';
import { pageNotFound } from '~/server/not-found.server';
import { isPayload, payloadOf } from '~/server/payload.server';

export const meta: MetaFunction = () => pageMeta({ title: 'Page not found', personal: true });

export function loader(args: LoaderFunctionArgs) {
  if (isPayload(args.request)) return payloadOf(args);
  throw pageNotFound(args.request);
}

export function action({ request }: LoaderFunctionArgs) {
  throw pageNotFound(request);
}

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
