import type { FormState } from '~/lib/form-state';

interface Props {
  /** Of this rendering. */
  fresh: string;
  refused?: FormState;
}

/** Idempotency key. After a lost answer, the form is sent again with its first key: it may have had its effect. */
export function FormKey({ fresh, refused }: Props) {
  return <input type="hidden" name="key" value={refused?.values.key ?? fresh} />;
}
