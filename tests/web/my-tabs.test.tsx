import './support/environment';

import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';

import My from '~/routes/my';

test('the tabs of the personal pages scroll to the active one', () => {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.textContent);
  };
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));
  const Stub = createRemixStub([{ id: 'root', path: '/', children: [{ id: 'my', path: '*', Component: My }] }]);
  render(<Stub initialEntries={['/my/api']} hydrationData={{ loaderData: { root: { user: null }, my: null } }} />);
  expect(screen.getByRole('link', { name: 'API' }).getAttribute('aria-current')).toBe('page');
  expect(scrolled).toEqual(['API']);
});
