import { useEffect, useRef, type ReactNode } from 'react';

import { CopyField } from '~/components/copy-field';

interface Props {
  title: string;
  label: string;
  secret: string;
  children: ReactNode;
}

/** Shown once. */
export function NewSecret({ title, label, secret, children }: Props) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), [secret]);
  return (
    <section className="card new-secret" ref={section} tabIndex={-1} aria-labelledby="new-secret">
      <h2 className="t-card" id="new-secret">
        {title}
      </h2>
      <CopyField
        label={label}
        name="secret"
        value={secret}
        hint="Keep it now, in a password manager or a secret store. It is not shown again."
      />
      <div className="small muted">{children}</div>
    </section>
  );
}
