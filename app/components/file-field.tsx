import type { ComponentProps } from 'react';

import { Labelled, type FieldText } from './field';

interface Props extends ComponentProps<'input'>, Omit<FieldText, 'aside'> {
  name: string;
}

export function FileField({ label, hint, error, ...input }: Props) {
  return (
    <Labelled {...{ label, hint, error }}>
      {(tie) => <input {...input} {...tie} type="file" className="input input--file" />}
    </Labelled>
  );
}
