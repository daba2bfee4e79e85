import { useId, type ComponentProps } from 'react';

import { Fault } from './field';
import { Icon } from './icon';

interface Props extends ComponentProps<'select'> {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  hint?: string;
  fault?: string;
}

/** A labelled choice from a list: the browser's own, which every phone and every key knows. */
export function Select({ label, options, hint, fault, ...select }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="field__box">
        <select
          {...select}
          id={id}
          className="input input--select"
          aria-invalid={fault ? true : undefined}
          aria-describedby={described || undefined}
        >
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <Fault id={`${id}-fault`}>{fault}</Fault>
    </div>
  );
}
