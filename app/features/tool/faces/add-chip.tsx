import { Link } from '@remix-run/react';

import { Face } from '~/components/face';

interface Props {
  label: string;
  /** Id of the swap form, submitted without script so that the choices stay. */
  form: string;
  href: string;
  onAdd: () => void;
}

export function AddChip({ label, form, href, onAdd }: Props) {
  return (
    <button
      className="chip chip--add"
      form={form}
      formAction={href}
      formMethod="post"
      name="intent"
      value="open-add-face"
      aria-label={label}
      onClick={(event) => {
        event.preventDefault();
        onAdd();
      }}
    >
      <Face />
      Add a face
    </button>
  );
}

/** For visitors without an account. */
export function LogInChip({ label, href }: { label: string; href: string }) {
  return (
    <Link className="chip chip--add" to={href} aria-label={label}>
      <Face />
      Your face
    </Link>
  );
}
