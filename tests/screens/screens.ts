import type { Page } from 'playwright';

import type { Seeded } from './seed';

export interface Screen {
  name: string;
  as: 'visitor' | 'member' | 'newcomer';
  path: string | ((seeded: Seeded) => string);
  /** Leads to the state; needs script. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Only the viewport, for overlays. */
  isWindow?: boolean;
  /** Not on phones. */
  isWide?: boolean;
}

const button = (page: Page, name: string | RegExp) => page.locator('main').getByRole('button', { name });
const fileOf = (name: string) => `public/samples/portraits/${name}.jpg`;
const notAPicture = { name: 'notes.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('no picture') };

const visitor: Screen[] = [
  { name: 'home', as: 'visitor', path: '/' },
  {
    name: 'home-refused-file',
    as: 'visitor',
    path: '/',
    prepare: async (page) => {
      await page.getByLabel('Choose a file').setInputFiles(notAPicture);
      await page.locator('.fault').waitFor();
    },
    isWindow: true,
  },
  { name: 'pricing', as: 'visitor', path: '/pricing' },
  { name: 'pricing-year', as: 'visitor', path: '/pricing?period=year' },
  { name: 'pricing-once', as: 'visitor', path: '/pricing?pay=once' },
  { name: 'contact', as: 'visitor', path: '/contact' },
  { name: 'verify', as: 'visitor', path: '/verify' },
  {
    name: 'contact-faults',
    as: 'visitor',
    path: '/contact',
    prepare: (page) => page.locator('main form').last().getByRole('button').last().click(),
  },
  { name: 'policy', as: 'visitor', path: '/policy' },
  { name: 'terms', as: 'visitor', path: '/terms' },
  { name: 'content-policy', as: 'visitor', path: '/content-monitoring-policy' },
  { name: 'not-found', as: 'visitor', path: '/no/such/page' },
  { name: 'offline', as: 'visitor', path: '/offline.html' },
  { name: 'tool-visitor', as: 'visitor', path: '/face-swap-photo' },
  {
    name: 'tool-visitor-several',
    as: 'visitor',
    path: '/face-swap-photo',
    prepare: async (page) => {
      await page.getByLabel(/^Choose a photo/).setInputFiles(['amara', 'tomas'].map(fileOf));
      await page.getByText('2 photos').waitFor();
    },
  },
  { name: 'log-in', as: 'visitor', path: '/login/google?redirect=%2Fmy' },
  {
    name: 'log-in-faults',
    as: 'visitor',
    path: '/login',
    prepare: async (page) => {
      await page.getByLabel('E-mail').fill('nobody@example.com');
      await page.getByLabel('Password').fill('not my password');
      await button(page, 'Log in').click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'sign-up', as: 'visitor', path: '/signup' },
  { name: 'sign-up-sent', as: 'visitor', path: '/signup?sent=1' },
  { name: 'activate-dead-link', as: 'visitor', path: '/activate?code=none' },
  { name: 'password-reset', as: 'visitor', path: '/password-reset' },
  { name: 'password-reset-sent', as: 'visitor', path: '/password-reset?sent=1' },
  { name: 'payment-unknown', as: 'visitor', path: '/payment-success' },
  { name: 'shared-photo', as: 'visitor', path: ({ sharedPhoto }) => `/shared?token=${sharedPhoto}` },
  { name: 'shared-video', as: 'visitor', path: ({ sharedVideo }) => `/shared?token=${sharedVideo}` },
  { name: 'shared-ended', as: 'visitor', path: '/shared?token=none' },
  { name: 'design-system', as: 'visitor', path: '/dev/ui' },
  { name: 'mails', as: 'visitor', path: '/dev/outbox' },
  ...[0, 1].map((index) => ({
    name: `mail-${index + 1}`,
    as: 'visitor' as const,
    path: ({ mails }: Seeded) => mails[index] ?? '/dev/outbox',
  })),
];

/** Before its script is loaded, a menu is a disclosure and has no role of a button. */
const openMenu = (name: string) => async (page: Page) => {
  const trigger = (word: string) => {
    const banner = page.getByRole('banner');
    const named = banner.getByLabel(word, { exact: true }).or(banner.getByText(word, { exact: true }));
    return named.filter({ visible: true }).first();
  };
  await ((await trigger('Menu').isVisible()) ? trigger('Menu') : trigger(name)).click();
};

const menus: Screen[] = [
  { name: 'menu-visitor', as: 'visitor', path: '/', prepare: openMenu('Get the app'), isWindow: true, isWide: true },
  { name: 'menu-history', as: 'member', path: '/my', prepare: openMenu('My History'), isWindow: true, isWide: true },
  { name: 'menu-account', as: 'member', path: '/my', prepare: openMenu('Account Info'), isWindow: true, isWide: true },
];

const member: Screen[] = [
  { name: 'my', as: 'member', path: '/my' },
  { name: 'my-creations', as: 'member', path: '/my/creations' },
  { name: 'my-uploads', as: 'member', path: '/my/uploads' },
  { name: 'my-faces', as: 'member', path: '/my/faces' },
  { name: 'my-credits', as: 'member', path: '/my/credits' },
  { name: 'my-account', as: 'member', path: '/my/account' },
  { name: 'my-decisions', as: 'member', path: '/my/account/decisions' },
  { name: 'my-api', as: 'member', path: '/my/api' },
  { name: 'my-webhooks', as: 'member', path: '/my/api/webhooks' },
  { name: 'my-account-email', as: 'member', path: '/my/account/email' },
  { name: 'my-account-google', as: 'member', path: '/my/account/google' },
  { name: 'my-account-delete', as: 'member', path: '/my/account?step=delete' },
  { name: 'password-change', as: 'member', path: '/password-change' },
  { name: 'creation', as: 'member', path: ({ photoOrder }) => `/creation_detail?order_id=${photoOrder}` },
  { name: 'checkout', as: 'member', path: '/pricing?product=pack_50' },
  { name: 'pricing-member', as: 'member', path: '/pricing' },
  { name: 'payment-success', as: 'member', path: ({ paid }) => paid },
  { name: 'payment-failed', as: 'member', path: ({ failed }) => failed },
  { name: 'invoice', as: 'member', path: ({ invoice }) => invoice },
  { name: 'empty-creations', as: 'newcomer', path: '/my/creations' },
  { name: 'empty-uploads', as: 'newcomer', path: '/my/uploads' },
  { name: 'empty-faces', as: 'newcomer', path: '/my/faces' },
  { name: 'empty-credits', as: 'newcomer', path: '/my/credits' },
  { name: 'newcomer-account', as: 'newcomer', path: '/my/account' },
];

const inTool = (id: 'photo' | 'video' | 'unknownVideo', page = 'face-swap') => ({
  as: 'member' as const,
  path: (seeded: Seeded) => `/${page}?material=${seeded[id]}`,
});

const tool: Screen[] = [
  { name: 'tool', as: 'member', path: '/face-swap' },
  { name: 'tool-photo', as: 'member', path: '/face-swap-photo' },
  {
    name: 'tool-refused-file',
    as: 'member',
    path: '/face-swap',
    prepare: async (page) => {
      await page.getByLabel('Choose a file').setInputFiles(notAPicture);
      await page.locator('.fault').waitFor();
    },
  },
  { name: 'tool-trim', ...inTool('unknownVideo', 'face-swap-video') },
  { name: 'tool-faces', ...inTool('photo') },
  {
    name: 'tool-add-face',
    ...inTool('photo'),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add a face for person 1' }).click();
      await page.getByRole('dialog').waitFor();
    },
    isWindow: true,
  },
  { name: 'tool-faces-video', ...inTool('video', 'face-swap-video') },
  { name: 'tool-photos', as: 'member', path: ({ photos }) => `/face-swap-photo?photos=${photos}` },
  { name: 'tool-batch', as: 'member', path: ({ batch }) => `/face-swap-photo?batch=${batch}` },
  { name: 'tool-result', as: 'member', path: ({ photoOrder }) => `/face-swap?order=${photoOrder}` },
  { name: 'tool-result-video', as: 'member', path: ({ videoOrder }) => `/face-swap-video?order=${videoOrder}` },
];

export const screens: Screen[] = [...visitor, ...menus, ...tool, ...member];
