import { Link, useRouteLoaderData } from '@remix-run/react';

import { Icon } from '~/components/icon';
import { Logo } from '~/components/logo';
import { useMeasuring } from '~/features/consent/use-measuring';
import { paths } from '~/lib/paths';
import type { loader } from '~/root';

import { AppLinks } from './app-menu';
import { useWrapClass } from '~/lib/root-data';

export function Footer() {
  const { owner, affiliateUrl, imageToolUrl } = useRouteLoaderData<typeof loader>('root')?.site ?? {};
  const measures = useMeasuring() !== null;
  return (
    <footer className="footer">
      <div className={useWrapClass()}>
        <div className="footer__columns">
          <div>
            <Link className="brand" to={paths.home()} aria-label="Faceswap, home">
              <Logo />
              Faceswap
            </Link>
            <ul className="mt-1.5">
              <Entry to={paths.home()} label="Home" />
              <Entry to={paths.pricing()} label="Pricing" />
            </ul>
          </div>
          <div>
            <h2>Products</h2>
            <ul>
              <Entry to={paths.faceSwapVideo()} label="Video Face Swap" />
              <Entry to={paths.faceSwapPhoto()} label="Photo Face Swap" />
              {imageToolUrl ? <Outside url={imageToolUrl} label="Image Tool" /> : null}
            </ul>
          </div>
          <div>
            <h2>Resources</h2>
            <ul>
              <Entry to={paths.terms()} label="Terms & Conditions" />
              <Entry to={paths.policy()} label="Privacy Policy" />
              <Entry to={paths.contentMonitoringPolicy()} label="Content Monitoring Policy" />
              {measures ? <Entry to={`${paths.policy()}#cookies-and-what-your-browser-keeps`} label="Cookies" /> : null}
              {affiliateUrl ? <Outside url={affiliateUrl} label="Affiliate Program" /> : null}
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
          <span>The people in our pictures are drawn. None of them exists.</span>
        </div>
      </div>
    </footer>
  );
}

function Entry({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link to={to}>{label}</Link>
    </li>
  );
}

function Outside({ url, label }: { url: string; label: string }) {
  return (
    <li>
      <a href={url} rel="noreferrer">
        {label}
      </a>
    </li>
  );
}
