import { Link } from '@remix-run/react';

import { paths } from '~/lib/paths';

import { ChoiceForm } from './choice-form';
import { useAnalyticsConsent } from './use-analytics-consent';

/** Nothing is loaded before consent. */
export function ConsentBar() {
  const measuring = useAnalyticsConsent();
  if (!measuring || measuring.choice) return null;
  return (
    <aside className="consent" aria-label="Cookies">
      <p>
        May we count visits with an analytics service? It sets cookies. The site works the same without.{' '}
        <Link to={`${paths.policy()}#cookies-and-what-your-browser-keeps`}>More about cookies</Link>
      </p>
      <ChoiceForm />
    </aside>
  );
}
