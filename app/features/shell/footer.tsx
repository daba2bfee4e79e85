import { Link } from '@remix-run/react';

import { Icon } from '~/components/icon';
import { Logo } from '~/components/logo';
import { ThemeSwitch } from '~/features/theme/theme-switch';
import { useAnalyticsConsent } from '~/features/consent/use-analytics-consent';
import { paths } from '~/lib/paths';

import { AppLinks } from './app-menu';
import { useSite, useWrapClass } from '~/lib/root-data';

export function Footer() {
  const { owner, affiliateUrl, imageToolUrl } = useSite() ?? {};
  const measures = useAnalyticsConsent() !== null;
  return (
    <footer className="footer">
      <div className={useWrapClass()}>
        <div className="footer__columns">
          <div>
            <Link className="brand" to={paths.home()} aria-label="Faceswap, home">
              <Logo />
              Faceswap
            </Link>
            <ul>
              <FooterLink to={paths.home()} label="Home" />
              <FooterLink to={paths.pricing()} label="Pricing" />
            </ul>
          </div>
          <div>
            <h2>Products</h2>
            <ul>
              <FooterLink to={paths.faceSwapVideo()} label="Video Face Swap" />
              <FooterLink to={paths.faceSwapPhoto()} label="Photo Face Swap" />
              {imageToolUrl ? <ExternalLink url={imageToolUrl} label="Image Tool" /> : null}
            </ul>
          </div>
          <div>
            <h2>Resources</h2>
            <ul>
              <FooterLink to={paths.terms()} label="Terms & Conditions" />
              <FooterLink to={paths.policy()} label="Privacy Policy" />
              <FooterLink to={paths.contentMonitoringPolicy()} label="Content Monitoring Policy" />
              <FooterLink to={paths.verify()} label="Check a File" />
              {measures ? (
                <FooterLink to={`${paths.policy()}#cookies-and-what-your-browser-keeps`} label="Cookies" />
              ) : null}
              {affiliateUrl ? <ExternalLink url={affiliateUrl} label="Affiliate Program" /> : null}
            </ul>
          </div>
          <div>
            <h2>Contact Us</h2>
            <Link className="-ml-2.5 grid size-11 place-items-center" to={paths.contact()} aria-label="Write to us">
              <Icon name="mail" size={24} />
            </Link>
          </div>
        </div>
        <AppLinks />
        <div className="footer__end">
          <span>
            © 2025 <a href={owner?.url ?? paths.home()}>{owner?.name ?? 'Faceswap'}</a>. All rights reserved.
          </span>
          <ThemeSwitch />
          <span>The people in our pictures are drawn. None of them exists.</span>
        </div>
      </div>
    </footer>
  );
}

function FooterLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link to={to}>{label}</Link>
    </li>
  );
}

function ExternalLink({ url, label }: { url: string; label: string }) {
  return (
    <li>
      <a href={url} rel="noreferrer">
        {label}
      </a>
    </li>
  );
}
