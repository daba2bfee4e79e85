import { Form } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';

import { MyPage } from '~/features/shell/my-page';
import { useActionAnswer } from '~/lib/use-action-answer';

function Page() {
  const message = useActionAnswer<string>();
  return (
    <MyPage title="Credits" refused={message}>
      <Form method="post">
        <button>Cancel subscription</button>
      </Form>
    </MyPage>
  );
}

test('the reason of a refusal comes into view each time', async () => {
  const seen: (string | null)[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this.textContent);
    return Promise.resolve();
  };
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));
  const user = userEvent.setup();
  const Stub = createRemixStub([{ path: '/', Component: Page, action: () => 'Please try again shortly.' }]);
  render(<Stub />);
  for (let press = 1; press <= 2; press++) {
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    await vi.waitFor(() => expect(seen).toEqual(Array(press).fill('Please try again shortly.')));
  }
});
