import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { MessageForm } from './message-form';

afterEach(cleanup);

const honeypot = { nameFieldName: 'name__confirm', validFromFieldName: null, encryptedValidFrom: '' };

const messageAfter = (refused?: string) => {
  const page = () => (
    <MessageForm
      {...{ formKey: 'key', honeypot, start: 'Please review “beach.jpg”. ', isBusy: false }}
      refused={refused === undefined ? undefined : { values: { contents: refused }, fields: {}, message: 'Again.' }}
    />
  );
  const Stub = createRemixStub([{ path: '*', Component: page }]);
  render(<Stub />);
  return screen.getByLabelText<HTMLTextAreaElement>('Your message').value;
};

test('a request for a review begins the message', () => expect(messageAfter()).toBe('Please review “beach.jpg”. '));

test('a refused message keeps what was typed', () => expect(messageAfter('My words')).toBe('My words'));
