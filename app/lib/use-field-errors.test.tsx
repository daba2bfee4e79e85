import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { FormState } from './form-state';
import { useFieldErrors } from './use-field-errors';

function Form({ refused }: { refused: FormState }) {
  const { errors, onInput } = useFieldErrors(refused);
  return (
    <form onInput={onInput}>
      <input aria-label="E-mail" name="email" />
      <p>{Object.keys(errors).join(', ')}</p>
    </form>
  );
}

const refusal = (): FormState => ({ fields: { email: 'Wrong.', contents: 'Missing.' }, values: {} });

test('an error goes when its field is corrected, and returns with the next refusal', () => {
  const { rerender } = render(<Form refused={refusal()} />);
  const shown = () => screen.getByRole('paragraph').textContent;
  expect(shown()).toBe('email, contents');
  rerender(<Form refused={refusal()} />);
  fireEvent.input(screen.getByLabelText('E-mail'), { target: { value: 'ada@example.com' } });
  expect(shown()).toBe('contents');
  rerender(<Form refused={refusal()} />);
  expect(shown()).toBe('email, contents');
});
