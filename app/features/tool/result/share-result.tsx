import { Form, useNavigation } from '@remix-run/react';

import type { Order, Share } from '#contract/index';
import { shareLimits } from '#contract/share-limits';

import { Button, buttonClass } from '~/components/button';
import { CopyField } from '~/components/copy-field';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import { Select } from '~/components/select';
import { Time } from '~/components/time';
import type { FormState } from '~/lib/form-state';
import { formatCount } from '~/lib/format';
import { paths } from '~/lib/paths';
import { useSite } from '~/lib/root-data';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useIsSending } from '~/lib/use-is-sending';

import { ShareByDevice } from './share-by-device';

interface Props {
  order: Order;
  shares: Share[];
}

const periods = shareLimits.days.map((days) => ({ value: String(days), label: formatCount(days, 'day') }));

export function ShareResult({ order, shares }: Props) {
  const answer = useActionAnswer<FormState>();
  const refused = ['share', 'unshare'].includes(answer?.values.intent ?? '') ? answer : undefined;
  useFocusError(refused);
  return (
    <details className="group" id="share" open={shares.length > 0 || refused !== undefined || undefined}>
      <summary className={buttonClass({ block: true })}>
        <Icon name="upload" />
        Share by link
      </summary>
      <div className="mt-4 mb-2 grid gap-4">
        <p className="small muted">
          Anyone who has the link sees the result with its label: not the original, and not who made it. Search engines
          are kept out.
        </p>
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        {shares.length > 0 ? (
          <ul className="grid gap-4" aria-label="Links">
            {shares.map((share, index) => (
              <SharedLink key={share.share_id} share={share} number={shares.length - index} />
            ))}
          </ul>
        ) : null}
        {shares.length < shareLimits.perResult ? (
          <NewLink order={order} error={refused?.fields.days} />
        ) : (
          <p className="small muted">These are {shareLimits.perResult} links, as many as a result may have.</p>
        )}
      </div>
    </details>
  );
}

function NewLink({ order, error }: Pick<Props, 'order'> & { error?: string }) {
  const isBusy = useIsSending('share');
  return (
    <Form method="post" className="flex flex-wrap items-end gap-2.5">
      <input type="hidden" name="intent" value="share" />
      <input type="hidden" name="order_id" value={order.order_id} />
      <div className="grow">
        <Select name="days" label="Valid for" options={periods} defaultValue="7" error={error} />
      </div>
      <Button type="submit" busy={isBusy}>
        Create a link
      </Button>
    </Form>
  );
}

function SharedLink({ share, number }: { share: Share; number: number }) {
  const site = useSite();
  const form = useNavigation().formData;
  const isBusy = form?.get('share_id') === share.share_id;
  const address = share.token === null ? null : `${site?.origin ?? ''}${paths.shared(share.token)}`;
  return (
    <li className="grid gap-2">
      {address ? (
        <CopyField label={`Link ${number}`} name={`link-${number}`} value={address} />
      ) : (
        <p className="small muted">The address of this link cannot be shown again. It still works.</p>
      )}
      <p className="tiny faint">
        Valid until <Time value={share.expires_at} withTime />.
      </p>
      <div className="flex flex-wrap gap-2">
        {address ? (
          <>
            <ShareByDevice url={address} />
            <a className={buttonClass({ size: 'small' })} href={address} target="_blank" rel="noreferrer">
              Open
              <span className="sr-only"> link {number}</span>
            </a>
          </>
        ) : null}
        <Form method="post">
          <input type="hidden" name="intent" value="unshare" />
          <input type="hidden" name="share_id" value={share.share_id} />
          <Button type="submit" size="small" busy={isBusy}>
            Revoke
            <span className="sr-only"> link {number}</span>
          </Button>
        </Form>
      </div>
    </li>
  );
}
