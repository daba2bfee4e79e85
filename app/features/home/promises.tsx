import { Link } from '@remix-run/react';

import { KeptFor } from '~/features/legal/legal-page';
import { paths } from '~/lib/paths';

export function Promises() {
  return (
    <section className="wrap section facts-row" aria-labelledby="permission">
      <div>
        <h2 className="t-section" id="permission">
          Fun, with permission.
        </h2>
        <p className="muted mt-3.5 max-w-[38ch]">
          A face belongs to somebody. These rules are part of the product, not of the small print.
        </p>
      </div>
      <dl className="rules">
        <div>
          <dt>Permission first</dt>
          <dd>You confirm that a face is yours or that its owner agreed. The box is never ticked for you.</dd>
        </div>
        <div>
          <dt>Results say what they are</dt>
          <dd>An “AI modified” label you can see, and a mark that machines can read.</dd>
        </div>
        <div>
          <dt>Nothing is public</dt>
          <dd>No gallery. Links are yours alone, and they expire.</dd>
        </div>
        <div>
          <dt>Files leave by themselves</dt>
          <dd>
            After <KeptFor />, or the second you press delete.
          </dd>
        </div>
        <div>
          <dt>No result, no charge</dt>
          <dd>If a swap fails, is refused or you cancel it, the credits come back on their own.</dd>
        </div>
        <div>
          <dt>Is it your face?</dt>
          <dd>
            Tell us, no account needed. We act within 48 hours.{' '}
            <Link className="link whitespace-nowrap" to={`${paths.contact()}#report`}>
              Report a picture
            </Link>
          </dd>
        </div>
      </dl>
    </section>
  );
}
