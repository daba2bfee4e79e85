import './support/environment';

import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';

import My from '~/routes/my';

/** A strip of 400 pixels; each entry is 100 wide and begins 700 to the right of it. */
const rectOf = (element: Element) => (element.tagName === 'NAV' ? { left: 0, width: 400 } : { left: 700, width: 100 });

test('the tabs of the personal pages scroll to the active one, and the page does not', () => {
  const scrollIntoView = vi.fn();
  Element.prototype.scrollIntoView = scrollIntoView;
  const rects = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return rectOf(this) as DOMRect;
  });
  onTestFinished(() => {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
    rects.mockRestore();
  });
  const Stub = createRemixStub([{ id: 'root', path: '/', children: [{ id: 'my', path: '*', Component: My }] }]);
  render(<Stub initialEntries={['/my/api']} hydrationData={{ loaderData: { root: { user: null }, my: null } }} />);
  expect(screen.getByRole('link', { name: 'API' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('navigation').scrollLeft).toBe(550);
  expect(scrollIntoView).not.toHaveBeenCalled();
});
