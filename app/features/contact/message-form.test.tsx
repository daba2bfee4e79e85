import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { MessageForm } from './message-form';

const honeypot = { nameFieldName: 'name__confirm', validFromFieldName: null, encryptedValidFrom: '' };

test('a refused message keeps what was typed', () => {
  const refused = { values: { contents: 'My words' }, fields: {}, message: 'Again.' };
  const page = () => <MessageForm {...{ formKey: 'key', honeypot, isBusy: false, refused }} />;
  const Stub = createRemixStub([{ path: '*', Component: page }]);
  render(<Stub />);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('My words');
});
