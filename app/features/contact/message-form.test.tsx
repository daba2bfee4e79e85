import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { FormState } from '~/lib/form-state';

import { MessageForm } from './message-form';

const honeypot = { nameFieldName: 'name__confirm', validFromFieldName: null, encryptedValidFrom: '' };

function show(refused: FormState): void {
  const page = () => <MessageForm {...{ formKey: 'fresh', honeypot, isBusy: false, refused }} />;
  const Stub = createRemixStub([{ path: '*', Component: page }]);
  render(<Stub />);
}

test('a refused message keeps what was typed', () => {
  show({ values: { contents: 'My words' }, fields: {}, message: 'Again.' });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('My words');
});

test('a refused picture is named beside the field for pictures, also to screen readers', () => {
  show({ values: {}, fields: { photo: 'EXE files cannot be sent.' } });
  const field = screen.getByLabelText(/^Pictures/);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = field
    .getAttribute('aria-describedby')!
    .split(' ')
    .map((id) => document.getElementById(id));
  expect(described.map((part) => part?.textContent)).toEqual([
    'Up to 5, at most 10 MB each.',
    'EXE files cannot be sent.',
  ]);
});

test('a message whose answer was lost is sent again with its first key', () => {
  show({ values: { key: 'first' }, fields: {}, message: 'No answer.' });
  expect(document.querySelector<HTMLInputElement>('[name="key"]')!.value).toBe('first');
});
