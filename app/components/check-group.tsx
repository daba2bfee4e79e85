import { useId } from 'react';

import { Check, FieldError } from './field';

interface Props {
  legend: string;
  name: string;
  options: readonly { value: string; meaning: string }[];
  chosen: readonly string[];
  error?: string;
}

/** Any number of values under one name. */
export function CheckGroup({ legend, name, options, chosen, error }: Props) {
  const id = useId();
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? `${id}-fault` : undefined}>
      <legend className="field__label mb-2">{legend}</legend>
      {options.map(({ value, meaning }) => (
        <Check
          key={value}
          name={name}
          value={value}
          defaultChecked={chosen.includes(value)}
          aria-invalid={error ? true : undefined}
        >
          <b>{value}</b>: {meaning}
        </Check>
      ))}
      <FieldError id={`${id}-fault`}>{error}</FieldError>
    </fieldset>
  );
}
