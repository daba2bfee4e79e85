import { Form } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { unreadableMessage } from './readable-file';
import { useReadableFiles } from './use-readable-files';

function Page() {
  const { onSubmit, fault, clearFault } = useReadableFiles();
  return (
    <Form method="post" onSubmit={onSubmit}>
      <input type="file" aria-label="Photo" onChange={clearFault} />
      <p role="status">{fault}</p>
      <button type="submit" name="intent" value="send">
        Send
      </button>
    </Form>
  );
}

/** @returns what arrives of each form */
function open(): string[] {
  const arrived: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    arrived.push(String((await request.formData()).get('intent')));
    return null;
  };
  const Stub = createRemixStub([{ path: '/', Component: Page, action }]);
  render(<Stub />);
  return arrived;
}

/** What browsers give for a file that was deleted after it was chosen. */
function deleted(contents: string): File {
  const file = new File([contents], 'a.jpg');
  const arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
  const slice = (_start: number, end: number) => ({
    arrayBuffer: () => (file.size > 0 && end > 0 ? arrayBuffer() : Promise.resolve()),
  });
  return Object.assign(file, { arrayBuffer, slice });
}

function choose(...files: File[]): void {
  const field = screen.getByLabelText('Photo');
  Object.defineProperty(field, 'files', { value: files, configurable: true });
  fireEvent.change(field);
}

const send = () => fireEvent.click(screen.getByText('Send'));
const fault = () => screen.getByRole('status').textContent;

test.each(['photo', ''])(
  'a form whose file was deleted stays, and is sent once another is chosen: %j',
  async (contents) => {
    const arrived = open();
    choose(deleted(contents));
    send();
    await expect.poll(fault).toBe(unreadableMessage);
    expect(arrived).toEqual([]);
    choose(new File(['photo'], 'b.jpg'));
    expect(fault()).toBe('');
    send();
    await expect.poll(() => arrived).toEqual(['send']);
  },
);

test('a form that is sent twice while its file is read arrives once', async () => {
  const arrived = open();
  choose(new File(['photo'], 'b.jpg'));
  send();
  send();
  await expect.poll(() => arrived).toEqual(['send']);
  choose();
  send();
  await expect.poll(() => arrived).toEqual(['send', 'send']);
});
