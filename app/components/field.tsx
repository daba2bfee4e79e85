import { useId, type ComponentProps, type ReactNode } from 'react';

import { Icon } from './icon';

export interface FieldText {
  label: ReactNode;
  hint?: string;
  error?: string;
  aside?: ReactNode;
}

/**
 * HTML counts UTF-16 units, the API characters of one or two of them: never stricter than the API, which says what is too
 * long.
 */
const unitsOf = (characters?: number) => characters && 2 * characters;

interface FieldProps extends ComponentProps<'input'>, FieldText {
  name: string;
  end?: ReactNode;
}

export function Field({ label, hint, error, aside, end, maxLength, ...input }: FieldProps) {
  return (
    <Labelled {...{ label, hint, error, aside }}>
      {(tie) => (
        <div className="field__box">
          <input {...input} {...tie} maxLength={unitsOf(maxLength)} className="input" />
          {end}
        </div>
      )}
    </Labelled>
  );
}

interface TextAreaProps extends ComponentProps<'textarea'>, Omit<FieldText, 'aside'> {
  name: string;
}

export function TextArea({ label, hint, error, maxLength, ...area }: TextAreaProps) {
  return (
    <Labelled {...{ label, hint, error }}>
      {(tie) => <textarea rows={5} {...area} {...tie} maxLength={unitsOf(maxLength)} className="input input--area" />}
    </Labelled>
  );
}

interface ControlProps {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** Links label, hint and error for screen readers. */
export function Labelled({
  label,
  hint,
  error,
  aside,
  children,
}: FieldText & { children: (tie: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className="flex items-baseline justify-between gap-4">
        <label className="field__label" htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-fault`}>{error}</FieldError>
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    <p className="fault" id={id}>
      <Icon name="warning" size={16} />
      <span>{children}</span>
    </p>
  );
}

export function Check({ children, error, ...input }: ComponentProps<'input'> & { error?: string }) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <label className="check">
        <input
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-fault` : undefined}
          {...input}
          type="checkbox"
        />
        <span>{children}</span>
      </label>
      <FieldError id={`${id}-fault`}>{error}</FieldError>
    </div>
  );
}
