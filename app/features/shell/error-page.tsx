import { isRouteErrorResponse, useRouteError } from '@remix-run/react';

import { ButtonLink } from '~/components/button';
import { Mesh } from '~/components/mesh';
import { useReportError } from '~/features/monitoring/use-report-error';
import { paths } from '~/lib/paths';

/** The specification fixes its words. */
export function ErrorPage() {
  const error = useRouteError();
  useReportError(error);
  const isKnown = isRouteErrorResponse(error);
  return (
    <main id="main" className="lost">
      <div className="wrap lost__grid">
        <div className="lost__text">
          <p className="small faint">{isKnown ? reasonOf(error) : 'Runtime Error'}</p>
          <h1 className="t-hero">Oh No... We Lost This Page</h1>
          <p className="lead">We suggest you go to homepage while we fixing the problem.</p>
          <ButtonLink look="primary" size="large" to={paths.indexHtml()}>
            Back to Home
          </ButtonLink>
        </div>
        <div className="lost__art">
          <Mesh of="lost" />
        </div>
      </div>
    </main>
  );
}

function reasonOf({ status, statusText, data }: { status: number; statusText: string; data: unknown }): string {
  return (typeof data === 'string' && data) || statusText || String(status);
}
