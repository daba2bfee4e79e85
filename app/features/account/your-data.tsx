import { Link } from '@remix-run/react';

import { buttonClass } from '~/components/button';
import { paths } from '~/lib/paths';

import { SettingRow } from './sign-in-methods';

export function YourData() {
  return (
    <section className="grid gap-2" aria-labelledby="your-data">
      <h2 className="t-card" id="your-data">
        Your data
      </h2>
      <dl className="rows">
        <SettingRow name="Download" says="All that you own here, as a zip file.">
          <Link className={buttonClass({ size: 'small' })} to={paths.myData()}>
            Download my data
          </Link>
        </SettingRow>
        <SettingRow name="Decisions" says="What moderation stopped, and asking for a review.">
          <Link className={buttonClass({ size: 'small' })} to={paths.myDecisions()}>
            See decisions
          </Link>
        </SettingRow>
        <SettingRow name="Delete account" says="Removes every face, upload and result at once. It can’t be undone.">
          <Link className={buttonClass({ look: 'danger', size: 'small' })} to={paths.myAccount({ step: 'delete' })}>
            Delete…
          </Link>
        </SettingRow>
      </dl>
    </section>
  );
}
