import { Form, Link, useLoaderData, useRevalidator } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { useActionAnswer } from './use-action-answer';

function Page() {
  const { revalidate } = useRevalidator();
  const loads = useLoaderData<number>();
  return (
    <>
      <Form method="post">
        <button type="submit">Send</button>
      </Form>
      <button type="button" onClick={revalidate}>
        Refresh
      </button>
      <Link to="/?sort=name">Sort</Link>
      <p role="status">
        {loads}: {useActionAnswer<string>()}
      </p>
    </>
  );
}

/** The page shows how often it was loaded, so that a test sees when a refresh has ended. */
function open() {
  let loads = 0;
  let sent = 0;
  const loader = () => ++loads;
  const action = () => `Refused ${++sent}`;
  const Stub = createRemixStub([{ id: 'page', path: '/', Component: Page, loader, action }]);
  render(<Stub hydrationData={{ loaderData: { page: 0 } }} />);
}

const click = (name: string) => fireEvent.click(screen.getByText(name));
const shows = (text: string) => expect.poll(() => screen.getByRole('status').textContent).toBe(text);

test('an answer stays while the page refreshes, and a later one replaces it', async () => {
  open();
  await shows('0: ');
  click('Send');
  await shows('1: Refused 1');
  click('Refresh');
  await shows('2: Refused 1');
  click('Refresh');
  await shows('3: Refused 1');
  click('Send');
  await shows('4: Refused 2');
});

test('an answer goes when the visitor goes elsewhere on the page', async () => {
  open();
  click('Send');
  await shows('1: Refused 1');
  click('Refresh');
  await shows('2: Refused 1');
  click('Sort');
  await shows('3: ');
});
