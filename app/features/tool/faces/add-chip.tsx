import { Link } from '@remix-run/react';

import { Face } from '~/components/face';

interface Props {
  label: string;
  /** Id of the swap form, which the chip submits without script, so that the choices stay. */
  form: string;
  /** Page with the form for a new face. */
  href: string;
  onAdd: () => void;
}

/** Choice of a row for a face that is not in the library yet. */
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
