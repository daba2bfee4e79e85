import { Check, FieldError, Field } from '~/components/field';
import type { FormState } from '~/lib/form-state';

interface Props {
  endpoint?: { url: string; description: string; events: string[] };
  refused?: FormState;
}

const events = [
  { type: 'task.succeeded', says: 'a swap, preview or detection has finished' },
  { type: 'task.failed', says: 'one has failed or was refused' },
];

export function EndpointFields({ endpoint, refused }: Props) {
  const chosen = refused?.values.events?.split(',') ?? endpoint?.events ?? events.map(({ type }) => type);
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
      <fieldset className="grid gap-3">
        <legend className="field__label mb-2">Events</legend>
        {events.map(({ type, says }) => (
          <Check key={type} name="events" value={type} defaultChecked={chosen.includes(type)}>
            <b>{type}</b>: {says}
          </Check>
        ))}
        <FieldError>{refused?.fields.events}</FieldError>
      </fieldset>
    </>
  );
}
