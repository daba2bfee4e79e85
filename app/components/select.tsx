import type { ComponentProps } from 'react';

import { Labelled } from './field';
import { Icon } from './icon';

interface Props extends ComponentProps<'select'> {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  hint?: string;
  error?: string;
}

export function Select({ label, options, hint, error, ...select }: Props) {
  return (
    <Labelled {...{ label, hint, error }}>
      {(tie) => (
        <div className="field__box">
          <select {...select} {...tie} className="input input--select">
            {options.map(({ value, label: words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Labelled>
  );
}
