import './support/environment';

import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { calls, type User } from '#contract';

import { captureInstallPrompt } from '~/features/install/use-install';
import { Footer } from '~/features/shell/footer';
import { Header } from '~/features/shell/header';
import { replaceQuery } from '~/lib/replace-query';

const member: User = { ...calls.my_userinfo.examples[0].output, avatar: null };
const site = {
  origin: 'https://faceswap.test',
  owner: { name: 'Faceswap Ltd', url: 'https://faceswap.test' },
  affiliateUrl: 'https://affiliates.example/form',
  imageToolUrl: 'https://images.example',
  stores: { ios: 'https://ios.example', android: 'https://android.example' },
  retentionDays: 30,
};

function Page() {
  return (
    <>
      <Header />
      <Footer />
    </>
  );
}

function show(user: User | null, stores: Partial<typeof site.stores> = site.stores, at = '/') {
  const data = { root: { user, site: { ...site, stores } } };
  const Stub = createRemixStub([{ id: 'root', path: '*', Component: Page, loader: () => data.root }]);
  render(<Stub initialEntries={[at]} hydrationData={{ loaderData: data }} />);
}

const header = () => within(screen.getByRole('banner'));
async function findMenu(name: string): Promise<HTMLElement> {
  const summary = header().queryByLabelText(name) ?? header().getByText(name);
  fireEvent.pointerEnter(summary, { pointerType: 'touch' });
  return header().findByRole('button', { name });
}
const openMenu = async (name: string) => void fireEvent.keyDown(await findMenu(name), { key: 'Enter' });
const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
// The header's; the second match is in the slide-over.
const linkTo = (name: string | RegExp) => header().getAllByRole('link', { name })[0]!.getAttribute('href');

test('the header always has Faceswap, Pricing and the app’s stores', async () => {
  show(null);
  expect(linkTo('Faceswap')).toBe('/face-swap');
  expect(linkTo('Pricing')).toBe('/pricing');
  await openMenu('Get the app');
  const stores = screen.getAllByRole('menuitem').map((entry) => entry.getAttribute('href'));
  expect(stores).toEqual(['https://ios.example', 'https://android.example']);
});

test('without stores, an app is offered only while the browser can install it', () => {
  captureInstallPrompt();
  show(null, {});
  expect(screen.queryByText(/app/i)).toBeNull();
  const prompt = vi.fn(async () => ({ outcome: 'accepted' as const }));
  fireEvent(window, Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  fireEvent.click(header().getByRole('button', { name: 'Install the app' }));
  expect(prompt).toHaveBeenCalledOnce();
});

test('logged out, it has Log in and Sign Up, and no menu of an account', () => {
  show(null);
  expect(linkTo('Log in')).toBe('/login');
  expect(linkTo('Sign Up')).toBe('/signup');
  expect(header().queryByRole('button', { name: 'Account Info' })).toBeNull();
  expect(header().queryByRole('button', { name: 'My History' })).toBeNull();
});

test.each([
  ['/face-swap-photo', '/face-swap-photo'],
  ['/pricing?product=light', '/pricing?product=light'],
  ['/login/google?redirect=%2Fface-swap', '/face-swap'],
  ['/signup?redirect=%2Fface-swap', '/face-swap'],
])('from %s, logging in and signing up lead back to %s', async (at, page) => {
  show(null, site.stores, at);
  const redirect = `redirect=${encodeURIComponent(page)}`;
  const links = [`/login/google?${redirect}`, `/signup?${redirect}`];
  expect([linkTo('Log in'), linkTo('Sign Up')]).toEqual(links);
  fireEvent.click(await findMenu('Menu'));
  const slide = within(screen.getByRole('dialog'));
  const hrefs = ['Log in', 'Sign Up'].map((name) => slide.getByRole('link', { name }).getAttribute('href'));
  expect(hrefs).toEqual(links);
});

test('the way back from logging in has the choices that the page has written into its address', () => {
  window.history.replaceState(null, '', '/face-swap-photo?sample=two');
  show(null, site.stores, '/face-swap-photo?sample=two');
  act(() => replaceQuery((query) => query.set('face.p1', 'sample-kenji')));
  const redirect = encodeURIComponent('/face-swap-photo?sample=two&face.p1=sample-kenji');
  expect(linkTo('Log in')).toBe(`/login/google?redirect=${redirect}`);
  window.history.replaceState(null, '', '/');
});

test('logged in, it has My History with counts', async () => {
  show(member);
  expect(header().queryByRole('link', { name: 'Log in' })).toBeNull();
  await openMenu('My History');
  expect(entries()).toEqual([`My Uploads${member.counter_materials}`, `My Creations${member.counter_orders}`]);
  const hrefs = screen.getAllByRole('menuitem').map((entry) => entry.getAttribute('href'));
  expect(hrefs).toEqual(['/my/uploads', '/my/creations']);
});

test('the avatar’s menu is titled Account Info: account with status, credits, faces, and Log Out', async () => {
  show({ ...member, user_status: 'premium' });
  await openMenu('Account Info');
  expect(screen.getByText('Account Info')).toBeTruthy();
  expect(entries()).toEqual([
    'AccountPremium',
    `Credits${member.credit_num}`,
    `My Faces${member.counter_faces}`,
    'Log Out',
  ]);
  expect(screen.getAllByRole('menuitem')[0]!.getAttribute('href')).toBe('/my/account');
});

test('a user without a picture gets the neutral one', () => {
  show(member);
  const account = () => header().getByLabelText('Account Info');
  expect(account().querySelector('img')).toBeNull();
  expect(account().querySelector('svg')).not.toBeNull();
  cleanup();
  show({ ...member, avatar: 'https://pictures.example/me.jpg' });
  expect(account().querySelector('img')?.getAttribute('src')).toBe('https://pictures.example/me.jpg');
});

test.each([
  ['logged out', null, ['Log in', 'Photo Faceswap', 'Pricing', 'Sign Up', 'Video Faceswap']],
  ['logged in', member, ['Account', 'Faceswap', 'Log Out', 'My Creations', 'My Uploads', 'Pricing']],
] as const)('the menu of small screens, %s', async (_who, user, labels) => {
  show(user);
  fireEvent.click(await findMenu('Menu'));
  const slide = within(screen.getByRole('dialog'));
  const found = [...slide.getAllByRole('link'), ...slide.getAllByRole('button')]
    .map(({ textContent }) => textContent!.replace(/(\d+|Free|Premium|Expired)$/, ''))
    .filter((label) => label !== '');
  expect(found.sort()).toEqual(labels);
});

test('the header is see-through at the top of the page, and blurred below', () => {
  show(null);
  expect(screen.getByRole('banner').dataset.scrolled).toBeUndefined();
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(400);
  vi.stubGlobal('scrollY', 400);
  act(() => void window.dispatchEvent(new Event('scroll')));
  expect(screen.getByRole('banner').dataset.scrolled).toBe('true');
  vi.unstubAllGlobals();
});

test('the footer has four columns, a way to write to us, and says who runs the site', () => {
  show(null);
  const footer = within(screen.getByRole('contentinfo'));
  const href = (name: string) => footer.getByRole('link', { name }).getAttribute('href');
  expect(footer.getAllByRole('list')).toHaveLength(3);
  expect(footer.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Products',
    'Resources',
    'Contact Us',
  ]);
  expect({
    Home: href('Home'),
    Pricing: href('Pricing'),
    'Video Face Swap': href('Video Face Swap'),
    'Photo Face Swap': href('Photo Face Swap'),
    'Terms & Conditions': href('Terms & Conditions'),
    'Privacy Policy': href('Privacy Policy'),
    'Content Monitoring Policy': href('Content Monitoring Policy'),
    'Affiliate Program': href('Affiliate Program'),
    'Write to us': href('Write to us'),
    'Image Tool': href('Image Tool'),
  }).toEqual({
    Home: '/',
    Pricing: '/pricing',
    'Video Face Swap': '/face-swap-video',
    'Photo Face Swap': '/face-swap-photo',
    'Terms & Conditions': '/terms',
    'Privacy Policy': '/policy',
    'Content Monitoring Policy': '/content-monitoring-policy',
    'Affiliate Program': 'https://affiliates.example/form',
    'Write to us': '/contact',
    'Image Tool': 'https://images.example',
  });
  expect(screen.getByRole('contentinfo').textContent).toContain('© 2025 Faceswap Ltd');
  expect(href('Faceswap Ltd')).toBe('https://faceswap.test');
});
