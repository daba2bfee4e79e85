import { Form, Link } from '@remix-run/react';

import type { SignedInDevice } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { Button } from '~/components/button';
import { Time } from '~/components/time';
import { paths } from '~/lib/paths';

export function Devices({ devices }: { devices: SignedInDevice[] }) {
  const hasOthers = devices.length > 1;
  return (
    <section className="grid gap-2" aria-labelledby="devices">
      <h2 className="t-card" id="devices">
        Logged-in devices
      </h2>
      <p className="muted">
        A device that you do not know? Log it out, then{' '}
        <Link className="link" to={paths.passwordChange()}>
          change your password
        </Link>
        .
      </p>
      <ul className="rows">
        {devices.map((device) => (
          <DeviceRow key={device.session_id} device={device} />
        ))}
      </ul>
      <Form method="post" className="mt-2 flex flex-wrap gap-3">
        <AccountField />
        {hasOthers ? (
          <Button type="submit" size="small" name="intent" value="sign-out-others">
            Log out all others
          </Button>
        ) : null}
        <Button type="submit" size="small" look="ghost" name="intent" value="sign-out-everywhere">
          Log out everywhere
        </Button>
      </Form>
    </section>
  );
}

function DeviceRow({ device: { session_id, device, address, created_at, last_used_at, is_current } }: RowProps) {
  const name = device ?? 'Unknown device';
  return (
    <li className="rows__row">
      <span className="device__name">
        {name} {is_current ? <span className="badge badge--green">This device</span> : null}
      </span>
      <span className="small muted">
        Logged in <Time value={created_at} withTime />
        {is_current ? null : (
          <>
            , last used <Time value={last_used_at} withTime />
          </>
        )}
        {address ? (
          <>
            , from <span className="break-words">{placeOf(address)}</span>
          </>
        ) : null}
      </span>
      {is_current ? null : (
        <Form method="post" className="rows__act">
          <input type="hidden" name="session_id" value={session_id} />
          <Button type="submit" size="small" name="intent" value="end-session" aria-label={`Log out ${name}`}>
            Log out
          </Button>
        </Form>
      )}
    </li>
  );
}

interface RowProps {
  device: SignedInDevice;
}

/** Networks of the machine itself, as the API stores them. */
const LOOPBACK = ['127.0.0.1', '0:0:0:0::/64'];

const placeOf = (network: string) => (LOOPBACK.includes(network) ? 'the machine of this site' : network);
