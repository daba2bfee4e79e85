import { useNavigation } from '@remix-run/react';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import { ReviewLink } from '~/features/account/review-link';
import { useIsSending } from '~/lib/use-is-sending';

interface Props {
  form: string;
  field?: 'intent' | 'preview';
  error?: string;
  id?: string;
}

export function PreviewRow({ form, field = 'intent', error, id }: Props) {
  const { location } = useNavigation();
  const isSending = useIsSending('preview');
  const isBusy = field === 'intent' ? isSending : location?.search.includes('preview=1');
  return (
    <div id={id} className="grid gap-3 px-3 pt-3">
      {error ? <Note kind="error">{error}</Note> : null}
      <ReviewLink message={error} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          form={form}
          type="submit"
          name={field}
          value={field === 'intent' ? 'preview' : '1'}
          size="small"
          busy={isBusy}
        >
          <Icon name="eye" size={16} />
          Free preview
        </Button>
        <span className="tiny faint">A small still, before anything is paid.</span>
      </div>
    </div>
  );
}
