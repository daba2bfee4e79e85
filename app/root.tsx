import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react';
import type { ReactNode } from 'react';

import font from '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url';

import { ConsentBar } from './features/consent/consent-bar';
import { useAnalytics } from './features/consent/use-analytics';
import { OfferBanner, useOfferShown } from './features/offer/banner';
import { Canonical } from './features/shell/canonical';
import { ErrorPage } from './features/shell/error-page';
import { Footer } from './features/shell/footer';
import { Header } from './features/shell/header';
import { useMonitoring } from './features/monitoring/use-monitoring';
import { SnackbarHost } from './features/shell/snackbar-host';
import { StructuredData } from './features/shell/structured-data';
import { ThemeColor } from './features/theme/theme-color';
import { themeOf } from './features/theme/theme.server';
import { useTheme } from './features/theme/use-theme';
import { pageMeta } from './lib/meta';
import { useNonce } from './loading/nonce';
import { analyticsConsentFor } from './features/consent/consent.server';
import { takeFlash } from './server/flash.server';
import { getVisitor } from './server/guards.server';
import { monitoring, setRequestUser } from './features/monitoring/monitoring.server';
import { localeHeader } from './server/locale.server';
import { environment } from './server/environment.server';
import { redirectByRule, redirectToOwnPath } from './server/redirects.server';
import { isOfferDismissed } from './features/offer/offer.server';
import { siteOf } from './server/site.server';
import stylesheet from './styles/index.css?url';
import { useAttribution } from './features/attribution/use-attribution';
import { useForgetFiles } from './features/tool/upload/use-forget-files';
import { useLazy } from './loading/use-lazy';

export const links: LinksFunction = () => [
  { rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const meta: MetaFunction = ({ error }) => pageMeta({ title: error ? 'Something went wrong' : undefined });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const elsewhere = redirectByRule(request, environment.REDIRECT_RULES ?? []) ?? redirectToOwnPath(request);
  if (elsewhere) throw elsewhere;
  const { api, session, isLoggedIn } = await getVisitor({ request, context });
  const user = isLoggedIn ? await api('my_userinfo', {}) : null;
  setRequestUser(user);
  const { snackbar, hasLoggedOut, headers } = await takeFlash(session, request);
  const locale = localeHeader(request);
  if (locale) headers.append('set-cookie', locale);
  const site = siteOf(request);
  const measuring = analyticsConsentFor(request);
  return data(
    {
      ...{ user, snackbar, hasLoggedOut, site, monitoring, measuring },
      isOfferDismissed: await isOfferDismissed(request),
      theme: await themeOf(request),
    },
    { headers },
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang="en" data-theme={useTheme()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ThemeColor />
        <Meta />
        <Canonical />
        <StructuredData />
        <Links />
      </head>
      <body data-offer={useOfferShown() || undefined}>
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        <OfferBanner />
        <Header />
        {children}
        <Footer />
        <ConsentBar />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

const loadNotices = () => import('./features/shell/notices');

export default function App() {
  const notices = useLazy(loadNotices, true);
  useAttribution();
  useMonitoring();
  useAnalytics();
  useForgetFiles();
  return (
    <>
      <SnackbarHost />
      {notices ? <notices.Notices /> : null}
      <Outlet />
      {notices ? <notices.InstallOffer /> : null}
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
