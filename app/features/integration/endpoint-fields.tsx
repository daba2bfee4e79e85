import { CheckGroup } from '~/components/check-group';
import { Field } from '~/components/field';
import type { FormState } from '~/lib/form-state';

interface Props {
  endpoint?: { url: string; description: string; events: string[] };
  refused?: FormState;
}

const events = [
  { value: 'task.succeeded', meaning: 'a swap, preview or detection has finished' },
  { value: 'task.failed', meaning: 'one has failed or was refused' },
];

export function EndpointFields({ endpoint, refused }: Props) {
  const chosen = refused?.values.events?.split(',') ?? endpoint?.events ?? events.map(({ value }) => value);
  return (
    <>
      <Field
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        maxLength={2000}
        required
        autoComplete="off"
        placeholder="https://example.com/faceswap"
        hint="A public https address. Redirects are not followed."
        defaultValue={refused?.values.url ?? endpoint?.url}
        error={refused?.fields.url}
      />
      <Field
        label="Description"
        name="description"
        maxLength={200}
        autoComplete="off"
        defaultValue={refused?.values.description ?? endpoint?.description}
        error={refused?.fields.description}
      />
      <CheckGroup legend="Events" name="events" options={events} chosen={chosen} error={refused?.fields.events} />
    </>
  );
}
