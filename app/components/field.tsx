import { useId, type ComponentProps, type ReactNode } from 'react';

import { Icon } from './icon';

interface Words {
  label: string;
  hint?: string;
  fault?: string;
  /** Beside the label, e.g. a link. */
  aside?: ReactNode;
}

interface FieldProps extends ComponentProps<'input'>, Words {
  name: string;
  /** Inside the field, at its end: a button. */
  end?: ReactNode;
}

/** A labelled text field. */
export function Field({ label, hint, fault, aside, end, ...input }: FieldProps) {
  return (
    <Labelled {...{ label, hint, fault, aside }}>
      {(tie) => (
        <div className="field__box">
          <input {...input} {...tie} className="input" />
          {end}
        </div>
      )}
    </Labelled>
  );
}

interface TextAreaProps extends ComponentProps<'textarea'>, Omit<Words, 'aside'> {
  name: string;
}

/** A labelled field for more than a line. */
export function TextArea({ label, hint, fault, ...area }: TextAreaProps) {
  return (
    <Labelled {...{ label, hint, fault }}>
      {(tie) => <textarea rows={5} {...area} {...tie} className="input input--area" />}
    </Labelled>
  );
}

interface Tie {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** What stands around a control; label, hint and fault are tied to it for screen readers. */
export function Labelled({ label, hint, fault, aside, children }: Words & { children: (tie: Tie) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className="flex items-baseline justify-between gap-4">
        <label className="field__label" htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': described || undefined })}
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <Fault id={`${id}-fault`}>{fault}</Fault>
    </div>
  );
}

/** What is wrong and what to do, under what it speaks of. */
export function Fault({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    <p className="fault" id={id}>
      <Icon name="warning" size={16} />
      <span>{children}</span>
    </p>
  );
}

/** A checkbox whose whole text is the target. */
export function Check({ children, fault, ...input }: ComponentProps<'input'> & { fault?: string }) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <label className="check">
        <input
          {...input}
          type="checkbox"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
        />
        <span>{children}</span>
      </label>
      <Fault id={`${id}-fault`}>{fault}</Fault>
    </div>
  );
}
