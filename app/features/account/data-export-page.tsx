import type { Output } from '#contract/index';

import { buttonClass } from '~/components/button';
import { Icon } from '~/components/icon';
import { Time } from '~/components/time';
import { formatCount } from '~/lib/format';
import { paths } from '~/lib/paths';

import { IdentityForm, type Identity } from './identity-form';

export function AskForExport({ user, isGoogleSetUp, refused }: Identity) {
  return (
    <IdentityForm
      user={user}
      isGoogleSetUp={isGoogleSetUp}
      refused={refused}
      returnTo={paths.myData()}
      action="download"
      submit="Prepare my data"
      cancel="Back"
    >
      <p className="muted">
        One zip file, or several, with all that you own here: account, login and devices, the statements you gave,
        faces, uploads, orders and results, credits, payments and the security log. Tables are JSON, which programs can
        read.
      </p>
    </IdentityForm>
  );
}

function contentsOf(files: number, hasTables: boolean): string {
  const counted = files > 0 ? [formatCount(files, 'file')] : [];
  return `Contains ${[...(hasTables ? ['tables'] : []), ...counted].join(' and ')}.`;
}

export function ExportReady({ ready: { parts, expires_at } }: { ready: Output<'my_data_export'> }) {
  return (
    <div className="grid max-w-[62ch] gap-5">
      <p className="muted">
        The {parts.length === 1 ? 'link works' : 'links work'} until <Time value={expires_at} withTime />. Anyone who
        has {parts.length === 1 ? 'it' : 'one'} can download your data: do not pass it on.
      </p>
      <ul className="grid gap-3" aria-label="Parts">
        {parts.map(({ url, files }, index) => (
          <li key={url} className="flex flex-wrap items-center gap-4">
            <a className={buttonClass({ look: index === 0 ? 'primary' : undefined })} href={url} download>
              <Icon name="download" />
              {parts.length === 1 ? 'Download my data (zip)' : `Download part ${index + 1} of ${parts.length} (zip)`}
            </a>
            <span className="small muted">{contentsOf(files, index === 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
