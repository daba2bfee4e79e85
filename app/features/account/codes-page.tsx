import { Form } from '@remix-run/react';

import { AccountField } from '~/components/account-field';
import { Button, ButtonLink } from '~/components/button';
import { CopyField } from '~/components/copy-field';
import { Field } from '~/components/field';
import { Time } from '~/components/time';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useIsSending } from '~/lib/use-is-sending';

import type { CodesToScan } from './codes.server';
import { IdentityForm, type Identity } from './identity-form';

export function CodesOff({ user, isGoogleSetUp, refused }: Identity) {
  return (
    <IdentityForm
      user={user}
      isGoogleSetUp={isGoogleSetUp}
      refused={refused}
      returnTo={paths.myCodes()}
      action="set them up"
      submit="Set up codes"
      intent="begin"
      cancel="Not now"
    >
      <p className="muted">
        With one-time codes, logging in by password or Google also needs a code of six digits from an authenticator app
        on your phone. A password that others learn is then not enough.
      </p>
    </IdentityForm>
  );
}

export function ScanCode({ scan: { uri, secret, qr }, refused }: { scan: CodesToScan; refused?: FormState }) {
  return (
    <Form method="post" className="grid max-w-[62ch] gap-5" noValidate>
      <AccountField />
      <p className="muted">Scan this picture with your authenticator app, or type the key into it.</p>
      <svg
        className="qr-code"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label="QR code of the key below"
        shapeRendering="crispEdges"
      >
        <path d={qr.path} />
      </svg>
      <CopyField label="Key" name="key" value={secret.match(/.{1,4}/g)!.join(' ')} />
      <input type="hidden" name="uri" value={uri} />
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        required
        hint="The six digits that the app shows now."
        error={refused?.fields.code}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" name="intent" value="confirm" busy={useIsSending()}>
          Turn codes on
        </Button>
        <ButtonLink look="ghost" to={paths.myAccount()}>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

interface On extends Identity {
  since: string;
  left: number;
}

export function CodesOn({ since, left, ...identity }: On) {
  return (
    <IdentityForm
      {...identity}
      returnTo={paths.myCodes()}
      action="change them"
      other={{ submit: 'New recovery codes', intent: 'renew' }}
      submit="Turn codes off"
      intent="end"
      look="danger"
      cancel="Back"
    >
      <p>
        On since <Time value={since} />. {left} of 10 recovery codes {left === 1 ? 'is' : 'are'} left.
      </p>
      <p className="muted">Lost the app? Turn codes off, then set them up with the new one.</p>
    </IdentityForm>
  );
}
